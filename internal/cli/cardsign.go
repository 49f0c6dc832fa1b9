package cli

import (
	"context"
	"errors"
	"fmt"
	"os"

	"github.com/a2a-console/a2a-console/inspector"
	"github.com/a2a-console/a2a-console/inspector/auth"
	"github.com/a2a-console/a2a-console/inspector/jws"
	"github.com/a2a-console/a2a-console/inspector/signature"
	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/cli/stdio"
	"github.com/a2a-console/a2a-console/internal/words"
)

// signatureFlags are the flags for verifying a card's signatures.
type signatureFlags struct {
	VerifySignature bool   `help:"Verify the card's signatures, with keys from --jwks or --fetch-key."`
	JWKS            string `name:"jwks" placeholder:"FILE" help:"Read the signer's public keys from this JSON Web Key Set."`
	FetchKey        bool   `help:"Fetch the keys from the URL in the signature (jku). The card itself names that URL, so a valid signature proves integrity, not identity."`

	signatures []signature.Signature
}

func (f *signatureFlags) mustVerify() bool { return f.VerifySignature || f.JWKS != "" || f.FetchKey }

// verify verifies the card's signatures if a flag asks for it. It adds a finding for each that is
// not verified, or if there is none.
func (f *signatureFlags) verify(ctx context.Context, w *auth.Wallet, d *inspector.Discovery) error {
	if !f.mustVerify() {
		return nil
	}
	list, err := signature.Verify(d.Raw, nil)
	if err == nil && len(list) == 0 {
		err = errors.New("the card has no signature")
	}
	if err != nil {
		d.Findings = append(d.Findings, signatureProblem(a2a.SeverityWarning, err.Error()))
		return nil
	}
	keys, err := f.loadKeys(ctx, w, d, list)
	if err != nil {
		return err
	}
	if f.signatures, err = signature.Verify(d.Raw, keys); err != nil {
		return err
	}
	for i, s := range f.signatures {
		if s.Status != signature.Verified {
			d.Findings = append(d.Findings, signatureProblem(a2a.SeverityError, fmt.Sprintf("Signature %d, %s: %s", i+1, s.Status, s.Reason)))
		}
	}
	return nil
}

func signatureProblem(s a2a.Severity, text string) a2a.Problem {
	return a2a.Problem{Check: "CARD-30", Severity: s, Path: "$.signatures", Offset: -1, Spec: "1.0 §8.4.3", Message: text + "."}
}

// loadKeys reads the keys from the file, or from the URLs in the signatures with --fetch-key; nil
// with neither.
func (f *signatureFlags) loadKeys(ctx context.Context, w *auth.Wallet, d *inspector.Discovery, list []signature.Signature) (*jws.Keys, error) {
	if f.JWKS != "" {
		b, err := os.ReadFile(f.JWKS)
		if err != nil {
			return nil, fmt.Errorf("--jwks: %w", err)
		}
		set, err := jws.ParseKeys(b)
		return &set, err
	}
	if !f.FetchKey {
		return nil, nil
	}
	all := &jws.Keys{}
	asked := map[string]bool{}
	for _, s := range list {
		if s.JKU == "" || asked[s.JKU] {
			continue
		}
		asked[s.JKU] = true
		b, err := w.Fetch(ctx, d.CardURL, "signer's keys", s.JKU)
		if err != nil {
			return nil, err
		}
		set, err := jws.ParseKeys(b)
		if err != nil {
			return nil, err
		}
		all.Keys = append(all.Keys, set.Keys...)
	}
	if len(asked) == 0 {
		return nil, errors.New("--fetch-key: the signatures do not name a URL of their key; give the key with --jwks")
	}
	return all, nil
}

// show prints the verified signatures; the others are findings.
func (f *signatureFlags) show(p *stdio.Streams) {
	for i, s := range f.signatures {
		if s.Status == signature.Verified {
			fmt.Fprintf(p.Stdout, "Signature %d verified: %s, key %s. %s\n", i+1, words.Visible(s.Alg), words.Visible(s.Kid), words.OneLine(s.Reason))
		}
	}
}
