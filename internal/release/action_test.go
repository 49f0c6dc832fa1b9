package main

import (
	"bytes"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"

	"github.com/a2a-console/a2a-console/internal/agent"
)

// action is what this test reads of action.yml.
type action struct {
	Inputs map[string]struct{ Default string }
	Runs   struct {
		Steps []struct {
			Run string
			Env map[string]string
		}
	}
}

// runner stands for the machine that runs a workflow.
type runner struct {
	action
	folder, base string
}

func newRunner(t *testing.T) *runner {
	t.Helper()
	requireCommand(t, "bash", "curl", "tar")
	if runtime.GOOS != "linux" || runtime.GOARCH != "amd64" {
		t.Skip("the release that is made here is for Linux on amd64")
	}
	b, err := os.ReadFile("../../action.yml")
	if err != nil {
		t.Fatal(err)
	}
	r := &runner{folder: t.TempDir()}
	if err := yaml.Unmarshal(b, &r.action); err != nil {
		t.Fatal(err)
	}
	if r.base, err = filepath.Abs("../.."); err != nil {
		t.Fatal(err)
	}
	return r
}

// run does the steps of the action that are commands, one after the other, until one fails.
func (r *runner) run(t *testing.T, inputs map[string]string) (string, error) {
	t.Helper()
	known := regexp.MustCompile(`^\$\{\{ (?:inputs\.(\w+)( \|\| github\.action_ref)?|steps\.install\.outputs\.(\w+)) \}\}$`)
	var log bytes.Buffer
	for _, step := range r.Runs.Steps {
		if step.Run == "" {
			continue
		}
		outputs, _ := os.ReadFile(filepath.Join(r.folder, "output"))
		path, _ := os.ReadFile(filepath.Join(r.folder, "path"))
		env := []string{"GITHUB_ACTION_PATH=" + r.base, "RUNNER_TEMP=" + r.folder, "RUNNER_OS=Linux", "RUNNER_ARCH=X64",
			"GITHUB_PATH=" + filepath.Join(r.folder, "path"), "GITHUB_OUTPUT=" + filepath.Join(r.folder, "output"),
			"GITHUB_STEP_SUMMARY=" + filepath.Join(r.folder, "summary.md"), "PATH=" + strings.TrimSpace(string(path)) + ":" + os.Getenv("PATH")}
		for name, value := range step.Env {
			m := known.FindStringSubmatch(value)
			if m == nil {
				t.Fatalf("%s: %s is more than this test knows", name, value)
			}
			if value = r.Inputs[m[1]].Default; m[3] != "" {
				_, value, _ = strings.Cut(strings.TrimSpace(string(outputs)), m[3]+"=")
			} else if given, ok := inputs[m[1]]; ok {
				value = given
			} else if m[2] != "" {
				value = "v0.9.0"
			}
			env = append(env, name+"="+value)
		}
		out, err := try(r.folder, env, "bash", "-c", step.Run)
		log.WriteString(out)
		if err != nil {
			return log.String(), err
		}
	}
	return log.String(), nil
}

// mirror serves two releases for this machine: 0.9.0, and 0.9.1 with a wrong checksum.
func mirror(t *testing.T) string {
	name := "a2a-console_linux_amd64.tar.gz"
	b := archive(t, "a2a-console", programBytes(t))
	files := map[string][]byte{"/v0.9.0/" + name: b, "/v0.9.0/checksums.txt": []byte(sumLine(name, b)), "/v0.9.1/" + name: b,
		"/v0.9.1/checksums.txt": []byte(sumLine(name, []byte("other")))}
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if files[r.URL.Path] == nil {
			http.NotFound(w, r)
			return
		}
		w.Write(files[r.URL.Path])
	}))
	t.Cleanup(s.Close)
	return s.URL
}

// TestAction runs the action against the reference agent: a check that passes leaves its
// report, and what goes wrong fails the step and says why.
func TestAction(t *testing.T) {
	r := newRunner(t)
	at := mirror(t)
	served := httptest.NewUnstartedServer(nil)
	served.Config.Handler = agent.New(agent.Options{URL: "http://" + served.Listener.Addr().String()})
	served.Start()
	defer served.Close()
	quick := "--dialect\n1.0\n--binding\njsonrpc\n--text\ntell me a joke\n--rate\n1000\n"
	out, err := r.run(t, map[string]string{"releases": at, "check": served.URL + "\n", "args": quick})
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	program, db, recording := filepath.Join(r.folder, "a2a-console/a2a-console"), filepath.Join(r.folder, "x.db"), filepath.Join(r.folder, "joke.jsonl")
	output(t, r.folder, nil, program, "send", served.URL, "--text", "tell me a joke", "--db", db)
	output(t, r.folder, nil, program, "sessions", "export", "tell me a joke", "--db", db, "--output", recording)
	both := &runner{action: r.action, folder: t.TempDir(), base: r.base}
	if out, err := both.run(t, map[string]string{"releases": at, "check": recording, "replay": recording, "to": served.URL}); err != nil {
		t.Errorf("a check and a replay of a recording: %v\n%s", err, out)
	}
	reports, err := filepath.Glob(filepath.Join(r.folder, "a2a-console/reports.*/check-1.xml"))
	if err != nil || len(reports) != 1 {
		t.Fatal(reports, err)
	}
	report, err := os.ReadFile(reports[0])
	if err != nil || !bytes.Contains(report, []byte("<testsuite")) {
		t.Errorf("the report: %v, %.300s", err, report)
	}
	summary, err := os.ReadFile(filepath.Join(r.folder, "summary.md"))
	if err != nil || len(summary) == 0 {
		t.Errorf("the summary: %v, %d bytes", err, len(summary))
	}
	for _, c := range []struct {
		inputs map[string]string
		want   string
	}{
		{map[string]string{"version": "main"}, "'main' is not a release"},
		{map[string]string{"version": "0.9.1"}, "has the sum"},
		{map[string]string{"version": "0.9.2"}, "cannot download " + at + "/v0.9.2/"},
		{map[string]string{}, "set the input check or replay"},
		{map[string]string{"check": "http://127.0.0.1:1"}, "exit code 2"},
		{map[string]string{"replay": "missing.jsonl", "to": served.URL}, "exit code 2"},
	} {
		r.folder = t.TempDir()
		c.inputs["releases"] = at
		if out, err := r.run(t, c.inputs); err == nil || !strings.Contains(out, "::error::") || !strings.Contains(out, c.want) {
			t.Errorf("%v: %v\n%s", c.inputs, err, out)
		}
	}
}

// TestActionStopsCommands: the runner takes no commands from what the program prints, which
// contains an agent's words.
func TestActionStopsCommands(t *testing.T) {
	r := newRunner(t)
	out, err := r.run(t, map[string]string{"releases": mirror(t), "check": "http://127.0.0.1:1"})
	if err == nil {
		t.Errorf("a check of nothing passes:\n%s", out)
	}
	_, rest, _ := strings.Cut(out, "::stop-commands::")
	token, rest, _ := strings.Cut(rest, "\n")
	said, after, found := strings.Cut(rest, "::"+token+"::\n")
	if len(token) != 32 || !found || !strings.Contains(said, "a2a-console: ") || strings.Contains(after, "a2a-console: ") || !strings.Contains(after, "::error::") {
		t.Errorf("the words of the program do not stand between the commands:\n%s", out)
	}
}

// TestActionKeepsHighestCode: the step could not run something, so a later finding does not hide that.
func TestActionKeepsHighestCode(t *testing.T) {
	requireCommand(t, "bash")
	dir := t.TempDir()
	write(t, filepath.Join(dir, "a2a-console"), []byte("#!/bin/sh\nexit $2\n"))
	script, err := filepath.Abs("../../.github/action/run.sh")
	if err != nil {
		t.Fatal(err)
	}
	env := []string{"PATH=" + dir + ":" + os.Getenv("PATH"), "REPORTS=" + dir, "GITHUB_STEP_SUMMARY=" + filepath.Join(dir, "summary.md"),
		"LEVEL=should", "ARGS=", "REPLAY=", "TO=", "COMPARE=structure"}
	for codes, want := range map[string]int{"0": 0, "0 1 0": 1, "2 1": 2, "1 2": 2} {
		out, err := try(dir, append(env, "CHECK="+strings.ReplaceAll(codes, " ", "\n")), "bash", script)
		said := "<nil>"
		if want != 0 {
			said = fmt.Sprint("exit status ", want)
		}
		if fmt.Sprint(err) != said {
			t.Errorf("commands that end with %s: %v, want %s\n%s", codes, err, said, out)
		}
	}
}
