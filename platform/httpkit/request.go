package httpkit

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"
)

// MaxIDs is how many ids one request may ask for.
const MaxIDs = 1000

// DecodeJSON reads the body of r into v, within the route's body limit, and puts it back for whoever reads it again.
// Unknown properties are ignored. Errors are faults: json_error for what is
// not JSON, invalid_input with the name of the field for a wrong type or text.
func DecodeJSON(r *http.Request, v any) error {
	data, err := io.ReadAll(r.Body)
	if err != nil {
		return readFailure(err)
	}
	r.Body = io.NopCloser(bytes.NewReader(data))
	return UnmarshalJSON(data, v)
}

// UnmarshalJSON is DecodeJSON for bytes that are read already.
func UnmarshalJSON(data []byte, v any) error {
	if len(data) == 0 {
		return Invalid("缺少请求内容")
	}
	if err := checkText(data); err != nil {
		return Invalid("请求内容含有无效字符")
	}
	err := json.Unmarshal(data, v)
	var wrong *json.UnmarshalTypeError
	switch {
	case err == nil:
		return nil
	case errors.As(err, &wrong) && wrong.Field != "":
		return InvalidField(wrong.Field, describeField("body."+wrong.Field, "expected "+jsonName(wrong.Type.Kind().String())))
	case errors.As(err, &wrong):
		return Invalid(describeField("body", "expected "+jsonName(wrong.Type.Kind().String())))
	case !json.Valid(data):
		return Fault(KindInvalid, CodeJSON, "请求内容不是正确的 JSON")
	default:
		// An UnmarshalJSON method refused its value.
		var f Faulty
		if errors.As(err, &f) {
			return f
		}
		return Invalid("请求内容不正确")
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

// readFailure keeps a body that is too large apart from a connection that broke.
func readFailure(err error) error {
	if isTooLarge(err) {
		return err
	}
	if isTimeout(err) {
		return Fault(KindInvalid, CodeTimeout, "读取请求内容超时")
	}
	return Invalid("请求内容不完整")
}

// IDs reads a query parameter that is a JSON array of strings, as in
// ?ids=["a","b"]. At most MaxIDs are allowed; order and duplicates are kept.
// A missing parameter is an error.
func IDs(r *http.Request, name string) ([]string, error) {
	q, err := query(r)
	if err != nil {
		return nil, err
	}
	raw, ok := q[name]
	if !ok {
		return nil, InvalidField(name, "缺少参数 "+name)
	}
	return ParseIDs(name, raw[0])
}

// ParseIDs is IDs for a parameter that was read already; an empty text counts as a missing parameter.
func ParseIDs(name, text string) ([]string, error) {
	if text == "" {
		return nil, InvalidField(name, "缺少参数 "+name)
	}
	var list []string
	if err := json.Unmarshal([]byte(text), &list); err != nil {
		return nil, InvalidField(name, "参数 "+name+` 应为 JSON 字符串数组，例如 ["a","b"]`)
	}
	if len(list) > MaxIDs {
		return nil, InvalidField(name, fmt.Sprintf("参数 %s 不能超过 %d 项", name, MaxIDs))
	}
	for _, s := range list {
		if !validText(s) {
			return nil, InvalidField(name, "参数 "+name+" 含有无效字符")
		}
	}
	return list, nil
}

// Page reads limit and offset. Without limit it is def; a larger one than
// most is cut to most, a negative or unreadable number is refused.
func Page(r *http.Request, def, most int) (limit, offset int, err error) {
	if limit, err = Int(r, "limit", def); err != nil {
		return 0, 0, err
	}
	if offset, err = Int(r, "offset", 0); err != nil {
		return 0, 0, err
	}
	if limit < 0 {
		return 0, 0, Invalid("参数 limit 不能小于 0")
	}
	if offset < 0 {
		return 0, 0, Invalid("参数 offset 不能小于 0")
	}
	return min(limit, most), offset, nil
}

// Int reads a query parameter that is a whole number of at most 32 bits; def
// where it is missing.
func Int(r *http.Request, name string, def int) (int, error) {
	q, err := query(r)
	if err != nil {
		return 0, err
	}
	raw := q.Get(name)
	if raw == "" {
		return def, nil
	}
	n, err := strconv.ParseInt(raw, 10, 32)
	if err != nil {
		return 0, Invalid("参数 " + name + " 应为整数")
	}
	return int(n), nil
}

// query refuses what url.Query would drop without a word.
func query(r *http.Request) (url.Values, error) {
	q, err := url.ParseQuery(r.URL.RawQuery)
	if err != nil {
		return nil, Invalid("请求参数的编码不正确")
	}
	return q, nil
}
