package httpkit_test

import (
	"encoding/json"
	"errors"
	"maps"
	"net/http"
	"testing"

	"github.com/modyard/modyard/platform/httpkit"
)

func TestSeveralRejectedFieldsAreAnsweredTogether(t *testing.T) {
	name, other, note := httpkit.Invalid("name", "名称过长"), httpkit.Invalid("name", "名称已有"), httpkit.Invalid("note", "备注过长")
	whole, broken := httpkit.Fault(httpkit.KindRateLimited, httpkit.CodeRateLimit, "稍后再试"), errors.New("disk")
	for name, c := range map[string]struct {
		err    error
		status int
		field  string
		fields map[string]string
	}{
		"none":                        {httpkit.Several(nil, nil), 204, "", nil},
		"one":                         {httpkit.Several(nil, note), 400, "note", nil},
		"two faults of one field":     {httpkit.Several(name, other), 400, "name", nil},
		"two fields":                  {httpkit.Several(name, nil, note), 400, "name", map[string]string{"name": "名称过长", "note": "备注过长"}},
		"several and one more":        {httpkit.Several(httpkit.Several(name, note), other, httpkit.Invalid("tag", "x")), 400, "name", map[string]string{"name": "名称过长", "note": "备注过长", "tag": "x"}},
		"a fault of the whole":        {httpkit.Several(name, whole, note), 429, "", nil},
		"an error that is not theirs": {httpkit.Several(name, broken), 500, "", nil},
	} {
		t.Run(name, func(t *testing.T) {
			s := serve(t, httpkit.Options{}, func(api *httpkit.API) {
				api.Raw(op("GET", "/v2/x"), func(w http.ResponseWriter, _ *http.Request) error {
					if c.err == nil {
						w.WriteHeader(204)
					}
					return c.err
				})
			})
			got := send(t, "GET", s.URL+"/v2/x", "")
			var body httpkit.ErrorBody
			_ = json.Unmarshal([]byte(got.body), &body)
			if got.status != c.status || body.Field != c.field || !maps.Equal(body.Fields, c.fields) {
				t.Errorf("%d %s", got.status, got.body)
			}
		})
	}
}
