// Package packfile defines what the staff has found out about files that modpacks contain: whether such a file may be
// redistributed. A file is judged once, by its SHA-512, in the stream packfile-<sha512>; all files of a project of the
// platform "flame" are judged once, in the stream flamefile-<id>. Judging again replaces the judgement.
package packfile

// Judged is what the staff has found out about a file, by its content.
//
// History: {actor} judges the file {name} of modpacks as {status}.
type Judged struct {
	SHA512 string `json:"sha512"` // lower-case hexadecimal
	SHA1   string `json:"sha1"`   // the same; for other programs only, because a SHA-1 can be forged
	Name   string `json:"name"`   // of the file in the pack in which it was judged
	Status Status `json:"status"`
	From   Status `json:"from,omitempty"` // of the judgement before; empty: it is the first one
	Title  string `json:"title,omitempty"`
	Link   string `json:"link,omitempty"`  // http or https
	Proof  string `json:"proof,omitempty"` // why, with quotations of licences and permissions
}

// FlameJudged is what the staff has found out about all files of a project of the platform "flame".
//
// History: {actor} judges the files of the project {flame} of another platform as {status}.
type FlameJudged struct {
	Flame  int64  `json:"flame"` // id of the project on its platform
	Status Status `json:"status"`
	From   Status `json:"from,omitempty"` // as in Judged
	Title  string `json:"title,omitempty"`
	Link   string `json:"link,omitempty"` // http or https
}

// EventTypes maps the frozen name of every event of this package to a zero value of its Go type.
func EventTypes() map[string]any {
	return map[string]any{"packfile.judged.v1": Judged{}, "packfile.flame-judged.v1": FlameJudged{}}
}
