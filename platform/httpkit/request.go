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
		return Invalid("", textNoBody)
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
		return Invalid(wrong.Field, "字段 "+wrong.Field+expected(wrong.Type.Kind().String()))
	case errors.As(err, &wrong):
		return Invalid("", "请求内容"+expected(wrong.Type.Kind().String()))
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

// expected is the end of a rejection: what the value should be. kind is the name of a kind of Go, or huma's name of one.
func expected(kind string) string {
	switch {
	case strings.HasPrefix(kind, "int"), strings.HasPrefix(kind, "uint"):
		return " 应为整数"
	case strings.HasPrefix(kind, "float"):
		return " 应为数字"
	case strings.HasPrefix(kind, "bool"):
		return " 应为布尔值"
	case kind == "slice", kind == "array":
		return " 应为数组"
	case kind == "string":
		return " 应为字符串"
	default:
		return " 应为对象"
	}
}
