package httpkit

import (
	"encoding/json"
	"errors"
	"strings"
)

// UnmarshalJSON decodes a request's body into v. Unknown properties are ignored. Errors are faults: json_error for
// invalid JSON, invalid_input with the name of the field for a wrong type or text.
func UnmarshalJSON(data []byte, v any) error {
	if len(data) == 0 {
		return Invalid("", "缺少请求内容")
	}
	if err := checkText(data); err != nil {
		return Invalid("", "请求内容含有无效字符")
	}
	err := json.Unmarshal(data, v)
	var wrong *json.UnmarshalTypeError
	switch {
	case err == nil:
		return nil
	case errors.As(err, &wrong) && wrong.Field != "":
		return Invalid(wrong.Field, describeField("body."+wrong.Field, "expected "+jsonName(wrong.Type.Kind().String())))
	case errors.As(err, &wrong):
		return Invalid("", describeField("body", "expected "+jsonName(wrong.Type.Kind().String())))
	case !json.Valid(data):
		return Fault(KindInvalid, CodeJSON, "请求内容不是正确的 JSON")
	default:
		// An UnmarshalJSON method rejected its value.
		var f Faulty
		if errors.As(err, &f) {
			return f
		}
		return Invalid("", "请求内容不正确")
	}
}

func jsonName(kind string) string {
	switch {
	case strings.HasPrefix(kind, "int"), strings.HasPrefix(kind, "uint"):
		return "integer"
	case strings.HasPrefix(kind, "float"):
		return "number"
	case kind == "bool":
		return "boolean"
	case kind == "slice", kind == "array":
		return "array"
	case kind == "string":
		return "string"
	default:
		return "object"
	}
}
