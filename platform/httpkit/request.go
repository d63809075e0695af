package httpkit

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"strings"
)

// DecodeJSON reads the body of r into v, within the route's body limit, and restores the body for later readers.
// Unknown properties are ignored. Errors are faults: json_error for invalid JSON, invalid_input with the name of the
// field for a wrong type or text.
func DecodeJSON(r *http.Request, v any) error {
	data, err := io.ReadAll(r.Body)
	if err != nil {
		return readFailure(err)
	}
	r.Body = io.NopCloser(bytes.NewReader(data))
	return UnmarshalJSON(data, v)
}

// UnmarshalJSON is DecodeJSON for bytes.
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

// readFailure distinguishes a body that is too large from a broken connection.
func readFailure(err error) error {
	if isTooLarge(err) {
		return err
	}
	if isTimeout(err) {
		return Fault(KindInvalid, CodeTimeout, "读取请求内容超时")
	}
	return Invalid("", "请求内容不完整")
}
