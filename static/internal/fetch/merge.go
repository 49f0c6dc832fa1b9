package main

import (
	"errors"
	"fmt"
	"path/filepath"

	"github.com/evanw/esbuild/pkg/api"
)

// merged lists the merged files with their sources.
func merged() map[string]string {
	return map[string]string{
		"app.js":  `import "./vendor/datastar.js"; import "./js/app.js";`,
		"app.css": `@import "./css/base.css"; @import "./css/frame.css"; @import "./css/part.css";`,
	}
}

// mergeAll writes the merged files to vendor in dir, the folder static.
func mergeAll(dir string) error {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return err
	}
	for name, source := range merged() {
		loader := api.LoaderJS
		if filepath.Ext(name) == ".css" {
			loader = api.LoaderCSS
		}
		r := api.Build(api.BuildOptions{
			Stdin:  &api.StdinOptions{Contents: source, ResolveDir: dir, Loader: loader},
			Bundle: true, Format: api.FormatESModule, Target: api.ESNext, LegalComments: api.LegalCommentsNone,
			MinifyWhitespace: true, MinifySyntax: true, MinifyIdentifiers: true,
			Outfile: filepath.Join(dir, "vendor", name), Write: true,
		})
		var all []error
		for _, m := range append(r.Errors, r.Warnings...) {
			all = append(all, fmt.Errorf("%s: %s", name, m.Text))
		}
		if err := errors.Join(all...); err != nil {
			return err
		}
	}
	return nil
}
