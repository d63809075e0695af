package translation

import (
	"encoding/json"
	"reflect"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/reason"
)

// said is a reason in a request: an object with a code, or only a text, as programs of this API family send it.
type said struct{ given reason.Reason }

// UnmarshalJSON reads either form.
func (s *said) UnmarshalJSON(data []byte) error {
	if json.Unmarshal(data, &s.given.Text) == nil {
		s.given.Code = reason.Other
		return nil
	}
	if err := json.Unmarshal(data, &s.given); err != nil {
		return fault.Invalid(reason.Field, "请选择操作原因。")
	}
	return nil
}

// Schema describes both forms in the OpenAPI document.
func (*said) Schema(r huma.Registry) *huma.Schema {
	words := &huma.Schema{Type: huma.TypeString, Description: "理由"}
	return &huma.Schema{OneOf: []*huma.Schema{words, huma.SchemaFromType(r, typeOfReason())}}
}

// reason is nil for an empty text.
func (s *said) reason() *reason.Reason {
	if s.given.Code == reason.Other && strings.TrimSpace(s.given.Text) == "" {
		return nil
	}
	given := s.given
	return &given
}

func typeOfReason() reflect.Type { return reflect.TypeFor[reason.Reason]() }
