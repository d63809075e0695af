package identity

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"unicode/utf8"

	"github.com/modyard/modyard/platform/httpkit"
)

// oauthFault is an error of RFC 6749 with the rule that refused the request.
type oauthFault struct {
	code        string // of the RFC
	rule        string // for those who manage the application
	text        string // in Chinese
	description string // ASCII without quotes and backslashes, as the RFC demands
	status      int    // of the endpoints for programs
	basic       bool   // the client tried to authenticate in the header
}

func invalidRequest(rule, text, description string) *oauthFault {
	return &oauthFault{code: "invalid_request", rule: rule, text: text, description: description, status: http.StatusBadRequest}
}

func invalidClient(rule, text string, p presentedClient) *oauthFault {
	return &oauthFault{code: "invalid_client", rule: rule, text: text, description: "client authentication failed", status: http.StatusUnauthorized, basic: p.header}
}

func invalidGrant(rule, text string) *oauthFault {
	return &oauthFault{code: "invalid_grant", rule: rule, text: text, description: strings.ReplaceAll(rule, "_", " "), status: http.StatusBadRequest}
}

func invalidScope(rule, text, description string) *oauthFault {
	return &oauthFault{code: "invalid_scope", rule: rule, text: text, description: description, status: http.StatusBadRequest}
}

// page is a refusal that a page of ours shows: it never becomes a redirect.
func (f *oauthFault) page() error {
	return httpkit.Fault(httpkit.KindInvalid, f.rule, f.text+"（"+f.description+"）")
}

// write answers a program as RFC 6749, section 5.2, says, with the description that clients of this API family read.
func (f *oauthFault) write(w http.ResponseWriter) error {
	noStore(w)
	if f.status == http.StatusUnauthorized && f.basic {
		w.Header().Set("WWW-Authenticate", `Basic realm="oauth"`)
	}
	return httpkit.WriteJSON(w, f.status, struct {
		Error       string `json:"error"`
		Description string `json:"error_description"`
		Text        string `json:"description"`
	}{f.code, f.description, f.text})
}

// noStore keeps an answer out of every cache, and its address out of the header Referer.
func noStore(w http.ResponseWriter) {
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("Pragma", "no-cache")
	w.Header().Set("Referrer-Policy", "no-referrer")
}

// oauthParams are the parameters of a request, each given once.
type oauthParams map[string]string

// readParams reads the parameters of a query or a form. A parameter given twice, or without a name, is refused; the rest is
// read all the same, because the answer depends on it. An empty one counts as left out.
func readParams(raw string) (oauthParams, *oauthFault) {
	values, err := url.ParseQuery(raw)
	params := oauthParams{}
	var f *oauthFault
	if err != nil {
		f = invalidRequest("malformed_parameters", "请求参数的编码不正确", "malformed parameters")
	}
	for name, list := range values {
		if len(list) > 1 {
			f = invalidRequest("parameter_twice", "请求参数不能重复", "a parameter is repeated")
			if name == "client_id" || name == "redirect_uri" {
				f.rule = name + "_twice"
			}
		}
		if !utf8.ValidString(list[0]) || strings.ContainsRune(list[0], 0) {
			f = invalidRequest("malformed_parameters", "请求参数含有无效字符", "malformed parameters")
			continue
		}
		if list[0] != "" {
			params[name] = list[0]
		}
	}
	return params, f
}

// answerAt is an address with the parameters of an answer, in addition to its own.
func answerAt(redirect string, pairs ...string) string {
	q := url.Values{}
	for i := 0; i+1 < len(pairs); i += 2 {
		if pairs[i+1] != "" {
			q.Set(pairs[i], pairs[i+1])
		}
	}
	if len(q) == 0 {
		return redirect
	}
	join := "?"
	switch {
	case strings.HasSuffix(redirect, "?") || strings.HasSuffix(redirect, "&"):
		join = ""
	case strings.Contains(redirect, "?"):
		join = "&"
	}
	return redirect + join + q.Encode()
}

// Error is for logs.
func (f *oauthFault) Error() string { return fmt.Sprintf("%s: %s", f.code, f.rule) }
