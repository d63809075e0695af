package httpkit

import (
	html "html/template"
	"net/http"
	"net/mail"
	"reflect"
	"testing"
	text "text/template"
)

func TestTypesWithTheSameNameAreDistinguishedByTheirPackage(t *testing.T) {
	name := schemaNames()
	type Address struct{}
	type Header struct{}
	type Template struct{}
	for _, row := range []struct {
		value any
		want  string
	}{
		{Address{}, "Address"}, {mail.Address{}, "MailAddress"}, {&Address{}, "Address"},
		{http.Header{}, "Header"}, {Header{}, "HttpkitHeader"}, {http.Header{}, "Header"},
		{Template{}, "Template"}, {text.Template{}, "TemplateTemplate"}, {html.Template{}, "HtmlTemplateTemplate"}, {text.Template{}, "TemplateTemplate"},
	} {
		if got := name(reflect.TypeOf(row.value), ""); got != row.want {
			t.Errorf("%T is called %s, want %s", row.value, got, row.want)
		}
	}
}
