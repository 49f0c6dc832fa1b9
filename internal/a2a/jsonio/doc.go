// Package jsonio has the JSON machinery that protocol versions share. A Node is a place in a jsonrepair.Tree:
// it reads members by type and collects Problems with path and offset. A Writer writes objects with their
// members in order. States, base64 and time stamps are read in every spelling seen in the field. What belongs
// to one version is in that version's folder.
package jsonio
