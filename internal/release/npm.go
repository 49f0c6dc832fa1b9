package main

import (
	"embed"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
)

//go:embed npm
var npmFiles embed.FS

// platform names a build: its goreleaser folder, and its OS and CPU as Node.js calls them.
type platform struct{ build, os, cpu string }

var allPlatforms = []platform{
	{"linux_amd64_v1", "linux", "x64"},
	{"linux_arm64_v8.0", "linux", "arm64"},
	{"darwin_amd64_v1", "darwin", "x64"},
	{"darwin_arm64_v8.0", "darwin", "arm64"},
	{"windows_amd64_v1", "win32", "x64"},
	{"windows_arm64_v8.0", "win32", "arm64"},
}

type repositoryURL struct {
	Type string `json:"type"`
	URL  string `json:"url"`
}

// manifest is a package.json.
type manifest struct {
	Name         string            `json:"name"`
	Version      string            `json:"version"`
	Description  string            `json:"description"`
	License      string            `json:"license"`
	Repository   repositoryURL     `json:"repository"`
	Bin          map[string]string `json:"bin,omitempty"`
	OS           []string          `json:"os,omitempty"`
	CPU          []string          `json:"cpu,omitempty"`
	Engines      map[string]string `json:"engines,omitempty"`
	Optional     map[string]string `json:"optionalDependencies,omitempty"`
	PreferUnplug bool              `json:"preferUnplugged,omitempty"`
}

// writePackages writes a folder for each npm package below out: one for each platform with the
// program that goreleaser built below dist, and a2a-console, which starts the program that npm
// installed. Every platform must have been built.
func writePackages(dist, out, version string, platforms []platform) error {
	main := newManifest("a2a-console", version)
	main.Bin = map[string]string{"a2a-console": "start.js"}
	main.Engines = map[string]string{"node": ">=18"}
	main.Optional = map[string]string{}
	for _, p := range platforms {
		program := "a2a-console"
		if p.os == "win32" {
			program += ".exe"
		}
		b, err := os.ReadFile(filepath.Join(dist, "a2a-console_"+p.build, program))
		if err != nil {
			return fmt.Errorf("%w; run goreleaser first", err)
		}
		m := newManifest("@a2a-console/"+p.os+"-"+p.cpu, version)
		m.OS, m.CPU, m.PreferUnplug = []string{p.os}, []string{p.cpu}, true
		if err := writePackage(filepath.Join(out, p.os+"-"+p.cpu), m, map[string][]byte{program: b}); err != nil {
			return err
		}
		main.Optional[m.Name] = version
	}
	start, err := npmFiles.ReadFile("npm/start.js")
	if err != nil {
		return err
	}
	readme, err := npmFiles.ReadFile("npm/README.md")
	if err != nil {
		return err
	}
	return writePackage(filepath.Join(out, "a2a-console"), main, map[string][]byte{"start.js": start, "README.md": readme})
}

func newManifest(name, version string) manifest {
	return manifest{Name: name, Version: version, Description: "The network panel for A2A (Agent2Agent) agents",
		License: "MIT", Repository: repositoryURL{"git", "git+https://github.com/a2a-console/a2a-console.git"}}
}

func writePackage(folder string, m manifest, files map[string][]byte) error {
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	b, err := json.MarshalIndent(m, "", "  ")
	if err != nil {
		return err
	}
	files["package.json"] = append(b, '\n')
	for name, b := range files {
		if err := os.WriteFile(filepath.Join(folder, name), b, 0o755); err != nil {
			return err
		}
	}
	return nil
}
