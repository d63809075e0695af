package httpkit

import (
	"errors"
	"net/http"
	"reflect"
	"strings"

	"github.com/danielgtaylor/huma/v2"
)

// humaConfig configures an API of JSON only, without huma's documentation page (it loads external scripts) and
// without links to schemas in answers. Unknown properties are ignored, as clients of this API family expect.
func humaConfig(o Options) huma.Config {
	c := huma.DefaultConfig(o.Title, o.Version)
	c.Info.Description = o.Description
	c.OpenAPIPath, c.DocsPath, c.SchemasPath = "", "", ""
	c.CreateHooks = nil
	c.Components.Schemas = huma.NewMapRegistry("#/components/schemas/", schemaNames())
	for _, t := range o.Numbers {
		c.Components.Schemas.RegisterTypeAlias(t, reflect.TypeFor[float64]())
	}
	c.AllowAdditionalPropertiesByDefault = true
	return c
}

// metaBody is the key of the type of an operation's body in its metadata.
const metaBody = "body"

// humaError renders huma's rejections of requests and handlers' errors in the API's error shape. It keeps a failure for
// the log, as WriteError does.
func humaError(ctx huma.Context, status int, _ string, errs ...error) huma.StatusError {
	if status >= http.StatusInternalServerError {
		failure := errors.Join(errs...)
		status, body := describe(ctx.Context(), failure)
		if x := exchangeFrom(ctx.Context()); x != nil && status >= http.StatusInternalServerError {
			x.failure = failure
		}
		return body
	}
	for _, err := range errs {
		var f Faulty
		if errors.As(err, &f) && statusOf(f.FaultKind()) != http.StatusInternalServerError {
			return bodyOf(statusOf(f.FaultKind()), f)
		}
	}
	for _, err := range errs {
		var detail *huma.ErrorDetail
		if errors.As(err, &detail) {
			_, body := describe(ctx.Context(), rejection(ctx.Operation(), detail))
			return body
		}
	}
	text := "请求参数不正确"
	if len(errs) == 0 {
		text = textNoBody
	}
	return newBody(http.StatusBadRequest, CodeInvalidInput, text)
}

// rejection is the fault of a value that huma could not decode. Of an error of the body huma keeps only the text, so the
// body is decoded again.
func rejection(op *huma.Operation, d *huma.ErrorDetail) error {
	if body, ok := op.Metadata[metaBody].(reflect.Type); ok && d.Location == "body" {
		data, _ := d.Value.(string)
		return UnmarshalJSON([]byte(data), reflect.New(body).Interface())
	}
	text := " 不正确"
	if kind, ok := strings.CutPrefix(d.Message, "invalid "); ok && !strings.Contains(kind, " ") {
		text = expected(kind)
	}
	_, name, _ := strings.Cut(d.Location, ".")
	return Invalid(name, "参数 "+name+text)
}

func isTooLarge(err error) bool {
	var big *http.MaxBytesError
	return errors.As(err, &big)
}

func isTimeout(err error) bool {
	var t interface{ Timeout() bool }
	return errors.As(err, &t) && t.Timeout()
}
