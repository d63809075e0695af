package httpkit

import (
	"net/http"
	"net/mail"
	"reflect"
	"testing"
)

func TestTypesOfOneNameAreToldApartByTheirPackage(t *testing.T) {
	name := schemaNames()
	type Address struct{}
	type Header struct{}
	for _, row := range []struct {
		value any
		want  string
	}{
		{Address{}, "Address"}, {mail.Address{}, "MailAddress"}, {&Address{}, "Address"},
		{http.Header{}, "Header"}, {Header{}, "HttpkitHeader"}, {http.Header{}, "Header"},
	} {
		if got := name(reflect.TypeOf(row.value), ""); got != row.want {
			t.Errorf("%T is called %s, want %s", row.value, got, row.want)
		}
	}
}
