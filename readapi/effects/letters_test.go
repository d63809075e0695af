package effects

import (
	"reflect"
	"strings"
	"testing"

	"github.com/modyard/modyard/identity"
)

func TestTheDocumentedKindsAndCausesOfLettersAreThoseThatExist(t *testing.T) {
	for name, want := range map[string][]string{
		"Kind":  identity.LetterKinds(),
		"Cause": {identity.UnsentRefused, identity.UnsentDeferred, identity.UnsentUnreachable, identity.UnsentExpired},
	} {
		field, _ := reflect.TypeFor[Letter]().FieldByName(name)
		if got := field.Tag.Get("enum"); got != strings.Join(want, ",") {
			t.Errorf("%s: %s, want %v", name, got, want)
		}
	}
}
