package part

import (
	"strconv"

	"github.com/a2a-console/a2a-console/internal/a2a"
)

// kindWord returns a part's kind as a word that is safe as a class.
func kindWord(k a2a.PartKind) string {
	switch k {
	case a2a.TextPart, a2a.FilePart, a2a.DataPart:
		return string(k)
	}
	return "unknown"
}

func roleWord(r a2a.Role) string {
	if r == a2a.User {
		return "user"
	}
	return "agent"
}

func speaker(r a2a.Role, agent string) string {
	switch {
	case r == a2a.User:
		return "User"
	case agent != "":
		return Short(agent, 48)
	}
	return "Agent"
}

// ArtifactName returns the name of an artifact, or its id.
func ArtifactName(a a2a.Artifact) string {
	if a.Name != "" {
		return Short(a.Name, 80)
	}
	return "artifact " + Short(a.ID, 40)
}

// artifactID returns an artifact's id, to stand next to its name. In 0.1 it is an index.
func artifactID(a a2a.Artifact) string {
	switch _, err := strconv.Atoi(a.ID); {
	case a.ID == "" || a.Name == "":
		return "" // the name already says it
	case err == nil && len(a.ID) < 8:
		return "index " + a.ID
	}
	return ShortID(a.ID)
}

func codeOf(e *a2a.Error) string {
	if e.Code == 0 {
		return ""
	}
	return strconv.Itoa(e.Code)
}

// FindingSign marks findings by the worst severity: only what breaks a rule has the triangle.
func FindingSign(worst string) string {
	if Severity(a2a.Severity(worst)) == "info" {
		return "·"
	}
	return "▲"
}
