package httpkit

import (
	"errors"
	"fmt"
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
	format := huma.Format{Marshal: huma.DefaultJSONFormat.Marshal, Unmarshal: unmarshalStrict}
	c.Formats = map[string]huma.Format{"application/json": format, "json": format}
	return c
}

// errBadJSON marks a body that is not valid JSON, as opposed to JSON of a wrong shape.
var errBadJSON = errors.New("not valid JSON")

func unmarshalStrict(data []byte, v any) error {
	if err := checkText(data); err != nil {
		return err
	}
	if err := huma.DefaultJSONFormat.Unmarshal(data, v); err != nil {
		return fmt.Errorf("%w: %w", errBadJSON, err)
	}
	return nil
}

// humaErrorWithContext is humaError where the request is known: it describes a handler's error and keeps it for the
// log, as WriteError does.
func humaErrorWithContext(ctx huma.Context, status int, msg string, errs ...error) huma.StatusError {
	joined := errors.Join(errs...)
	if joined == nil || status < http.StatusInternalServerError {
		return humaError(status, msg, errs...)
	}
	status, body := describe(ctx.Context(), joined)
	if x := exchangeFrom(ctx.Context()); x != nil && status >= http.StatusInternalServerError {
		x.failure = joined
	}
	return body
}

// humaError renders huma's rejections and handlers' errors in the API's error shape.
func humaError(status int, msg string, errs ...error) huma.StatusError {
	for _, err := range errs {
		var f Faulty
		switch {
		case errors.As(err, &f):
			if s := statusOf(f.FaultKind()); s != http.StatusInternalServerError {
				return bodyOf(s, f)
			}
		case isTooLarge(err):
			return newBody(http.StatusRequestEntityTooLarge, CodeTooLarge, textTooLarge)
		}
	}
	switch status {
	case 0, http.StatusUnprocessableEntity, http.StatusBadRequest:
		return invalidBody(msg, errs)
	case http.StatusNotFound:
		return newBody(status, CodeNotFound, textNotFound)
	case http.StatusRequestEntityTooLarge:
		return newBody(status, CodeTooLarge, textTooLarge)
	case http.StatusRequestTimeout:
		return newBody(status, CodeTimeout, "读取请求内容超时")
	case http.StatusUnsupportedMediaType:
		return newBody(http.StatusBadRequest, CodeInvalidInput, "请求内容的类型不受支持，请使用 application/json")
	}
	if status >= http.StatusInternalServerError {
		return newBody(status, CodeInternal, textInternal)
	}
	return newBody(status, "request_error", strings.TrimSpace(msg))
}

func invalidBody(msg string, errs []error) *ErrorBody {
	for _, err := range errs {
		var detail huma.ErrorDetailer
		if !errors.As(err, &detail) {
			continue
		}
		d := detail.ErrorDetail()
		if body, ok := carried(d.Message); ok {
			return body
		}
		if d.Location == "body" && strings.HasPrefix(d.Message, errBadJSON.Error()) {
			return newBody(http.StatusBadRequest, CodeJSON, "请求内容不是正确的 JSON")
		}
		body := newBody(http.StatusBadRequest, CodeInvalidInput, describeField(d.Location, d.Message))
		if in, name, _ := strings.Cut(d.Location, "."); in != "body" {
			body.Field = name
		}
		return body
	}
	if msg == "request body is required" {
		return newBody(http.StatusBadRequest, CodeInvalidInput, "缺少请求内容")
	}
	return newBody(http.StatusBadRequest, CodeInvalidInput, "请求参数不正确")
}

func isTooLarge(err error) bool {
	var big *http.MaxBytesError
	return errors.As(err, &big)
}

func isTimeout(err error) bool {
	var t interface{ Timeout() bool }
	return errors.As(err, &t) && t.Timeout()
}
