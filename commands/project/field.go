package project

import (
	"encoding/json"
	"reflect"

	"github.com/danielgtaylor/huma/v2"

	"github.com/modyard/modyard/domain/project"
)

// field is a JSON member that may be missing, null or a value.
type field[T any] struct {
	set   bool
	null  bool
	value T
}

// UnmarshalJSON distinguishes null from a value; it is not called for a missing member.
func (f *field[T]) UnmarshalJSON(data []byte) error {
	f.set = true
	if string(data) == "null" {
		f.null = true
		return nil
	}
	return json.Unmarshal(data, &f.value)
}

// InnerType is the type of a value.
func (field[T]) InnerType() reflect.Type { return reflect.TypeFor[T]() }

// Schema is that of a value, or null. The member may be missing.
func (f field[T]) Schema(r huma.Registry) *huma.Schema {
	t := reflect.TypeFor[T]()
	s := r.Schema(t, true, t.Name())
	if s.Ref != "" {
		return &huma.Schema{AnyOf: []*huma.Schema{s, {Type: "null"}}}
	}
	s.Nullable = true
	return s
}

// pointer is nil for a missing or null member.
func (f field[T]) pointer() *T {
	if !f.set || f.null {
		return nil
	}
	return &f.value
}

// into sets a value that was sent; null sets the zero value.
func (f field[T]) into(to *T) {
	if f.set {
		*to = f.value
	}
}

type donationInput struct {
	ID       string `json:"id"`
	Platform string `json:"platform"`
	URL      string `json:"url"`
}

func donations(list []donationInput) []project.Donation {
	var out []project.Donation
	for _, d := range list {
		out = append(out, project.Donation(d))
	}
	return out
}

type aliasInput struct {
	Text string `json:"text"`
	Kind string `json:"kind"`
}

func aliases(list []aliasInput) []project.Alias {
	var out []project.Alias
	for _, a := range list {
		out = append(out, project.Alias(a))
	}
	return out
}

type dependencyInput struct {
	VersionID *string `json:"version_id"`
	ProjectID *string `json:"project_id"`
	FileName  *string `json:"file_name"`
	Kind      string  `json:"dependency_type"`
}

func dependencies(list []dependencyInput) []project.Dependency {
	out := []project.Dependency{}
	for _, d := range list {
		out = append(out, project.Dependency{
			Version: text(d.VersionID), Project: text(d.ProjectID), FileName: text(d.FileName), Kind: d.Kind,
		})
	}
	return out
}

func text(s *string) string {
	if s == nil {
		return ""
	}
	return *s
}
