package commands_test

import (
	"net/http/httptest"
	"reflect"
	"testing"

	"github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/domain/reason"
)

func TestTheReasonOfARequestWithoutABodyIsReadFromTheQuery(t *testing.T) {
	for target, want := range map[string]*reason.Reason{
		"/":                                     nil,
		"/?other=1":                             nil,
		"/?reason_code=spam":                    {Code: reason.Spam},
		"/?reason_code=other&reason=%E5%B9%BF+": {Code: reason.Other, Text: "广 "},
		"/?reason=words":                        {Text: "words"}, // the rule rejects it: it has no code
		"/?reason=&reason_code=":                nil,
	} {
		if got := commands.ReasonOf(httptest.NewRequest("DELETE", target, nil)); !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %+v, want %+v", target, got, want)
		}
	}
}
