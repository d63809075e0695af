package project

import (
	"iter"
	"net/http"
	"reflect"
	"slices"

	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/platform/httpkit"
)

// form reads a multipart request part by part, in the order sent.
type form struct {
	request *http.Request
	next    func() (*httpkit.Part, error, bool)
	close   func()
	sent    []byte // the part "data"
}

func newForm(r *http.Request, parts int) *form {
	next, stop := iter.Pull2(httpkit.Parts(r, httpkit.PartLimits{Parts: parts}))
	return &form{request: r, next: next, close: stop}
}

// data reads the first part, which must be called "data".
func (f *form) data(v any) error {
	part, err, ok := f.next()
	if err != nil {
		return err
	}
	if !ok || part.Name != "data" {
		return fault.Invalid("data", "multipart 请求的第一个部分须为 data。")
	}
	err = part.JSON(v)
	f.sent = part.Sent()
	if err == nil {
		err = httpkit.CheckMembers(f.request, f.sent, reflect.TypeOf(v).Elem())
	}
	return err
}

// files reads the other parts, each once: the announced ones must exist, the allowed ones may.
func (f *form) files(announced, allowed []string, take func(part *httpkit.Part) error) error {
	const missing, arrived = 1, 2
	parts := map[string]int{}
	for _, name := range slices.Concat(allowed, announced) {
		parts[name] = missing
	}
	if err := f.rest(func(part *httpkit.Part) error {
		switch parts[part.Name] {
		case missing:
			parts[part.Name] = arrived
		case arrived:
			return fault.Invalid("file_parts", "文件重复："+part.Name+"。")
		default:
			return fault.Invalid("file_parts", "未声明的文件："+part.Name+"。")
		}
		return take(part)
	}); err != nil {
		return err
	}
	for _, name := range announced {
		if parts[name] != arrived {
			return fault.Invalid("file_parts", "缺少文件："+name+"。")
		}
	}
	return nil
}

// rest reads the other parts, with any name.
func (f *form) rest(take func(part *httpkit.Part) error) error {
	for {
		part, err, ok := f.next()
		if err != nil || !ok {
			return err
		}
		if err := take(part); err != nil {
			return err
		}
	}
}
