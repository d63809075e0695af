package httpkit

import (
	"context"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/danielgtaylor/huma/v2"
)

type tool struct {
	Name  *string           `json:"name,omitempty"`
	Link  *string           `json:"link,omitempty" null:"clears"`
	Parts []part            `json:"parts,omitempty"`
	More  map[string]part   `json:"more,omitempty"`
	Old   string            `json:"old,omitempty" hidden:"true"`
	Free  map[string]string `json:"free,omitempty"`
}

type part struct {
	Size int `json:"size"`
}

func TestAMemberIsActedOnNamedOrRejected(t *testing.T) {
	api := New(Options{FamilyMembers: []string{"colour", "weight"}})
	for _, method := range []string{http.MethodPatch, http.MethodPost} {
		Typed(api, huma.Operation{Method: method, Path: "/v2/tool"}, nil, func(context.Context, *struct{ Body tool }) (*struct{}, error) { return &struct{}{}, nil })
	}
	handler := api.Handler()
	for _, c := range []struct{ method, body, ignored, rejected string }{
		{"PATCH", `{"name":"a","link":null,"parts":[{"size":1}],"free":{"anything":"x"}}`, "", ""},
		{"PATCH", `{"name":"a","colour":3,"parts":[{"size":1,"weight":{"x":1}}]}`, "colour, parts.weight", ""},
		{"PATCH", `{"name":null,"old":"x"}`, "name, old", ""},
		{"POST", `{"name":null}`, "", ""},
		{"POST", `{"NAME":"a"}`, "", ""},
		{"PATCH", `{"colour":3,"nmae":"a"}`, "", "nmae"},
		{"POST", `{"parts":[{"size":1},{"sise":2}]}`, "", "parts.sise"},
		{"POST", `{"more":{"a":{"sise":2}}}`, "", "more.sise"},
		{"POST", `{"name":"a","link":"b","name":"c"}`, "", "name"},
		{"POST", `{"parts":[{"size":1},{"size":2,"size":3}]}`, "", "parts.size"},
		{"POST", `{"more":{"a":{"size":1}},"free":{"x":"{}","y":"[","x":"z"}}`, "", "free.x"},
		{"POST", `{"parts":[{"size":1},{"size":2}],"more":{"a":{"size":1},"b":{"size":1}}}`, "", ""},
	} {
		r := httptest.NewRequest(c.method, "/v2/tool", strings.NewReader(c.body))
		w := httptest.NewRecorder()
		handler.ServeHTTP(w, r)
		if c.rejected != "" {
			if w.Code != http.StatusBadRequest || !strings.Contains(w.Body.String(), `"field":"`+c.rejected+`"`) {
				t.Errorf("%s: %d %s", c.body, w.Code, w.Body)
			}
			continue
		}
		if got := w.Header().Get(HeaderIgnored); w.Code != http.StatusNoContent || got != c.ignored {
			t.Errorf("%s: %d, ignored %q, want %q: %s", c.body, w.Code, got, c.ignored, w.Body)
		}
	}
}
