package identity

import (
	"context"
	"errors"
	"io"
	"mime"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/domain/application"
	"github.com/modyard/modyard/platform/httpkit"
)

// oauthPrefixes are the paths below which the routes of the provider are mounted.
var oauthPrefixes = [...]string{"/v3/oauth", "/_internal/oauth"}

// Routes mounts the pages' routes and the endpoints for programs.
func (o *OAuth) Routes(api *httpkit.API) {
	consent := httpkit.JSONResponses[contract.ConsentRequest](api.Huma, "200", "授权页面显示的内容；已有的授权足够时为 redirect")
	consent["200"].Content["application/json"].Schema = &huma.Schema{
		OneOf: []*huma.Schema{httpkit.SchemaOf[contract.ConsentRequest](api.Huma), httpkit.SchemaOf[contract.ConsentDone](api.Huma)},
	}
	authorize := huma.Operation{Method: http.MethodGet, Path: "/_internal/oauth/authorize", Summary: "开始授权：OAuth 2 的授权请求", Responses: consent}
	for _, name := range []string{"client_id", "redirect_uri", "response_type", "scope", "state", "code_challenge", "code_challenge_method", "nonce", "prompt", "max_age", "id_token_hint", "request_uri"} {
		authorize.Parameters = append(authorize.Parameters, httpkit.QueryParam(name, "string", "见 RFC 6749、7636、9126 与 OpenID Connect Core"))
	}
	api.Raw(authorize, o.routeAuthorize)
	s := o.Service
	mount(api, s, Route{Path: "GET /_internal/oauth/flow/{flow}", Summary: "授权页面显示的内容", Answer: "这个会话开始的授权请求", Scope: ScopeSessionAccess}, private(o.routeFlow), nil)
	mount(api, s, Route{Path: "POST /v3/oauth/accept", Summary: "同意授权", Answer: "浏览器前往的地址", Scope: ScopeSessionAccess}, o.routeAccept, nil)
	mount(api, s, Route{Path: "POST /v3/oauth/reject", Summary: "拒绝授权", Answer: "浏览器前往的地址", Scope: ScopeSessionAccess}, o.routeReject, nil)
	for _, prefix := range oauthPrefixes {
		at := func(method, path, summary string, h httpkit.Handler) {
			op := huma.Operation{Method: method, Path: prefix + path, Summary: summary, Hidden: prefix != oauthPrefixes[0]}
			if method == http.MethodPost {
				op.MaxBodyBytes = maxBody
				op.RequestBody = &huma.RequestBody{Content: map[string]*huma.MediaType{"application/x-www-form-urlencoded": {Schema: &huma.Schema{Type: huma.TypeObject}}}}
			}
			api.Raw(op, h)
		}
		at(http.MethodPost, "/token", "令牌端点（RFC 6749）", o.endpoint("token", o.routeToken))
		at(http.MethodPost, "/revoke", "撤销令牌（RFC 7009）", o.endpoint("revoke", o.routeRevoke))
		at(http.MethodPost, "/introspect", "查询令牌（RFC 7662）", o.endpoint("introspect", o.routeIntrospect))
		at(http.MethodPost, "/par", "预先提交授权请求（RFC 9126）", o.endpoint("par", o.routePush))
		at(http.MethodGet, "/userinfo", "当前用户（OpenID Connect）", o.routeUserinfo)
		at(http.MethodPost, "/userinfo", "当前用户（OpenID Connect）", o.routeUserinfo)
	}
	for path, h := range map[string]httpkit.Handler{
		"oauth-authorization-server": o.routeMetadata, "openid-configuration": o.routeMetadata, "jwks.json": o.routeKeys,
	} {
		api.Raw(huma.Operation{Method: http.MethodGet, Path: "/.well-known/" + path, Summary: "OAuth 2 与 OpenID Connect 的元数据"}, h)
	}
}

func (o *OAuth) routeAuthorize(w http.ResponseWriter, r *http.Request) error {
	noStore(w)
	caller := FromContext(r.Context())
	if err := caller.Admit(); err != nil {
		return err
	}
	asked, done, err := o.Authorize(r.Context(), caller, r.URL.RawQuery)
	switch {
	case err != nil:
		return err
	case done != nil:
		return httpkit.WriteJSON(w, http.StatusOK, done)
	}
	return httpkit.WriteJSON(w, http.StatusOK, asked)
}

type byFlow struct {
	Flow string `path:"flow"`
}

func (o *OAuth) routeFlow(ctx context.Context, in *byFlow) (*contract.ConsentRequest, error) {
	caller := FromContext(ctx)
	client, q, expires, err := o.flow(ctx, caller, in.Flow, false)
	if err != nil {
		return nil, err
	}
	g, err := readGrant(ctx, o.pool, caller.Account, client)
	if err != nil {
		return nil, err
	}
	return o.consent(ctx, in.Flow, client, q, g, expires)
}

type oauthFlowBody struct {
	Flow string `json:"flow" doc:"授权请求给出的流程"`
}

// consentDecided is the answer to a decision of a person.
type consentDecided struct {
	Cache    string `header:"Cache-Control"`
	Referrer string `header:"Referrer-Policy"`
	Location string `header:"Location"`
	Body     contract.ConsentDone
}

func sendTo(done contract.ConsentDone) *consentDecided {
	return &consentDecided{"no-store", "no-referrer", done.Redirect, done}
}

// routeAccept records the authorization before it makes a code. The flow is used up first: of two accepts one counts.
func (o *OAuth) routeAccept(ctx context.Context, in *body[oauthFlowBody]) (*consentDecided, error) {
	caller := FromContext(ctx)
	client, q, _, err := o.flow(ctx, caller, in.Body.Flow, true)
	if err != nil {
		return nil, err
	}
	if err := o.apps.Grant(ctx, requestOf(ctx), caller, client, q.Scopes, q.OpenID); err != nil {
		return nil, err
	}
	g, err := readGrant(ctx, o.pool, caller.Account, client)
	if err != nil {
		return nil, err
	}
	done, err := o.issueCode(ctx, caller, client, q, g)
	if err != nil {
		return nil, err
	}
	return sendTo(*done), nil
}

func (o *OAuth) routeReject(ctx context.Context, in *body[oauthFlowBody]) (*consentDecided, error) {
	_, q, _, err := o.flow(ctx, FromContext(ctx), in.Body.Flow, true)
	if err != nil {
		return nil, err
	}
	return sendTo(o.redirectError(q, &oauthFault{code: "access_denied", description: "the user denied the request"})), nil
}

// exchange answers an authenticated application.
type exchange func(ctx context.Context, a application.State, form oauthParams) (status int, answer any, f *oauthFault, err error)

// endpoint reads a form and authenticates the application that sends it.
func (o *OAuth) endpoint(place string, do exchange) httpkit.Handler {
	return func(w http.ResponseWriter, r *http.Request) error {
		noStore(w)
		form, f, err := readForm(r)
		if err != nil {
			return err
		}
		if f != nil {
			return f.write(w)
		}
		a, f, err := o.client(r, form)
		if err != nil {
			return err
		}
		var status int
		var answer any
		if f == nil {
			status, answer, f, err = do(r.Context(), a, form)
		}
		switch {
		case err != nil:
			return err
		case f != nil:
			o.refused(r.Context(), a.ID, place, f)
			return f.write(w)
		case answer == nil:
			w.WriteHeader(status)
			return nil
		}
		return httpkit.WriteJSON(w, status, answer)
	}
}

// readForm reads the parameters of a request to an endpoint: a form in the body and nothing in the address, which logs
// and histories keep.
func readForm(r *http.Request) (oauthParams, *oauthFault, error) {
	if r.URL.RawQuery != "" {
		return nil, invalidRequest("parameters_in_address", "请求参数应放在请求内容中，不能放在地址中", "parameters must be in the body"), nil
	}
	kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if err != nil || kind != "application/x-www-form-urlencoded" {
		return nil, invalidRequest("not_a_form", "请求内容的类型应为 application/x-www-form-urlencoded", "the body must be a form"), nil
	}
	raw, err := io.ReadAll(r.Body)
	if err != nil {
		return nil, nil, err
	}
	form, f := readParams(string(raw))
	return form, f, nil
}

func (o *OAuth) routeToken(ctx context.Context, a application.State, form oauthParams) (int, any, *oauthFault, error) {
	given, f, err := o.token(ctx, a, form)
	return http.StatusOK, given, f, err
}

func (o *OAuth) routeRevoke(ctx context.Context, a application.State, form oauthParams) (int, any, *oauthFault, error) {
	if form["token"] == "" {
		return 0, nil, invalidRequest("token_missing", "请求中没有 token", "token is missing"), nil
	}
	return http.StatusOK, nil, nil, o.revoke(ctx, a, form["token"])
}

func (o *OAuth) routeIntrospect(ctx context.Context, a application.State, form oauthParams) (int, any, *oauthFault, error) {
	if form["token"] == "" {
		return 0, nil, invalidRequest("token_missing", "请求中没有 token", "token is missing"), nil
	}
	seen, err := o.introspect(ctx, a, form["token"])
	return http.StatusOK, seen, nil, err
}

// routePush keeps a request for authorization, checked, for the browser to name.
func (o *OAuth) routePush(ctx context.Context, a application.State, form oauthParams) (int, any, *oauthFault, error) {
	if form["request_uri"] != "" {
		return 0, nil, invalidRequest("request_uri", "预先提交的请求不能含有 request_uri", "request_uri is not allowed"), nil
	}
	delete(form, "client_secret")
	form["client_id"] = a.ID
	_, redirect, f, err := o.addressed(ctx, form, nil)
	if err == nil && f == nil {
		_, f = o.check(a, redirect, form, nil)
	}
	if err != nil || f != nil {
		if f != nil {
			f.status = http.StatusBadRequest
		}
		return 0, nil, f, err
	}
	values := url.Values{}
	for name, value := range form {
		values.Set(name, value)
	}
	secret := newSecret("")
	if _, err := o.pool.Exec(ctx, "INSERT INTO identity.oauth_pushed (hash, application, request, expires) VALUES ($1, $2, $3, $4)",
		hashSecret(secret), a.ID, values.Encode(), o.clock().Add(oauthPushedLife)); err != nil {
		return 0, nil, nil, err
	}
	return http.StatusCreated, struct {
		URI     string `json:"request_uri"`
		Expires int64  `json:"expires_in"`
	}{pushedURN + secret, int64(oauthPushedLife / time.Second)}, nil, nil
}

// oauthUser is an account as an application with its consent sees it (OpenID Connect Core, section 5.1).
type oauthUser struct {
	Subject   string  `json:"sub"`
	Name      string  `json:"name,omitempty"`
	Preferred string  `json:"preferred_username,omitempty"`
	Picture   string  `json:"picture,omitempty"`
	Profile   string  `json:"profile,omitempty"`
	Email     *string `json:"email,omitempty"`
	Verified  *bool   `json:"email_verified,omitempty"`
}

func (o *OAuth) routeUserinfo(w http.ResponseWriter, r *http.Request) error {
	noStore(w)
	ctx := r.Context()
	refuse := func(status int, code, text string) error {
		w.Header().Set("WWW-Authenticate", `Bearer realm="oauth", error="`+code+`"`)
		return (&oauthFault{code: code, description: strings.ReplaceAll(code, "_", " "), text: text, status: status}).write(w)
	}
	token, fromCookie := o.presented(r)
	if fromCookie || token == "" {
		token = ""
		if r.Method == http.MethodPost {
			form, f, err := readForm(r)
			if err != nil {
				return err
			}
			if f == nil {
				token = form["access_token"]
			}
		}
	}
	if !looksLike(token, prefixOAuth) {
		return refuse(http.StatusUnauthorized, "invalid_token", "请求中没有应用的访问令牌")
	}
	caller, err := o.Resolve(ctx, token)
	if errors.Is(err, errBadToken) {
		return refuse(http.StatusUnauthorized, "invalid_token", "访问令牌无效或已过期")
	}
	if err != nil {
		return err
	}
	var openid []string
	if err := o.pool.QueryRow(ctx, "SELECT openid FROM identity.oauth_tokens WHERE hash = $1", hashSecret(token)).Scan(&openid); err != nil {
		if errors.Is(err, pgx.ErrNoRows) {
			return refuse(http.StatusUnauthorized, "invalid_token", "访问令牌无效或已过期")
		}
		return err
	}
	if !slices.Contains(openid, "openid") {
		return refuse(http.StatusForbidden, "insufficient_scope", "访问令牌没有 openid 权限")
	}
	a, err := o.Account(ctx, caller.Account)
	if err != nil {
		return err
	}
	user := oauthUser{Subject: a.ID}
	if slices.Contains(openid, "profile") {
		user.Name, user.Preferred, user.Picture = a.Username, a.Username, a.AvatarURL
		user.Profile = o.issuer() + "/user/" + url.PathEscape(a.Username)
	}
	if slices.Contains(openid, "email") && caller.Scopes.Has(ScopeUserReadEmail) && a.Email != "" {
		user.Email, user.Verified = &a.Email, &a.EmailVerified
	}
	return httpkit.WriteJSON(w, http.StatusOK, user)
}

// oauthMetadata describes the provider (RFC 8414, OpenID Connect Discovery).
type oauthMetadata struct {
	Issuer         string   `json:"issuer"`
	Authorize      string   `json:"authorization_endpoint"`
	Token          string   `json:"token_endpoint"`
	Revoke         string   `json:"revocation_endpoint"`
	Introspect     string   `json:"introspection_endpoint"`
	Push           string   `json:"pushed_authorization_request_endpoint"`
	Userinfo       string   `json:"userinfo_endpoint"`
	Keys           string   `json:"jwks_uri"`
	Scopes         []string `json:"scopes_supported"`
	Responses      []string `json:"response_types_supported"`
	Modes          []string `json:"response_modes_supported"`
	Grants         []string `json:"grant_types_supported"`
	Subjects       []string `json:"subject_types_supported"`
	Algorithms     []string `json:"id_token_signing_alg_values_supported"`
	Challenges     []string `json:"code_challenge_methods_supported"`
	Authentication []string `json:"token_endpoint_auth_methods_supported"`
	OfRevoke       []string `json:"revocation_endpoint_auth_methods_supported"`
	OfIntrospect   []string `json:"introspection_endpoint_auth_methods_supported"`
	Claims         []string `json:"claims_supported"`
	Prompts        []string `json:"prompt_values_supported"`
	Iss            bool     `json:"authorization_response_iss_parameter_supported"`
	RequestObject  bool     `json:"request_parameter_supported"`
	RequestURI     bool     `json:"request_uri_parameter_supported"`
	Documentation  string   `json:"service_documentation"`
}

func (o *OAuth) routeMetadata(w http.ResponseWriter, _ *http.Request) error {
	base := o.issuer() + oauthPrefixes[0]
	methods := []string{"client_secret_basic", "client_secret_post", "none"}
	w.Header().Set("Access-Control-Allow-Origin", "*")
	return httpkit.WriteJSON(w, http.StatusOK, oauthMetadata{
		Issuer: o.issuer(), Authorize: o.issuer() + "/auth/authorize", Token: base + "/token", Revoke: base + "/revoke", Introspect: base + "/introspect",
		Push: base + "/par", Userinfo: base + "/userinfo", Keys: o.issuer() + "/.well-known/jwks.json",
		Scopes:    append(application.OpenIDScopes(), (AllScopes &^ RestrictedScopes).Names()...),
		Responses: []string{"code"}, Modes: []string{"query"}, Grants: []string{"authorization_code", "refresh_token"}, Subjects: []string{"public"},
		Algorithms: []string{"RS256"}, Challenges: []string{"S256"}, Authentication: methods, OfRevoke: methods, OfIntrospect: methods[:2],
		Claims:  []string{"iss", "sub", "aud", "exp", "iat", "auth_time", "nonce", "at_hash", "name", "preferred_username", "picture", "profile", "email", "email_verified"},
		Prompts: []string{"none", "login", "consent", "select_account"}, Iss: true, Documentation: o.issuer() + "/docs",
	})
}

func (o *OAuth) routeKeys(w http.ResponseWriter, r *http.Request) error {
	keys, err := o.signingKeys(r.Context())
	if err != nil {
		return err
	}
	set := jsonWebKeys{Keys: []jsonWebKey{}}
	for _, k := range keys {
		set.Keys = append(set.Keys, k.public())
	}
	w.Header().Set("Access-Control-Allow-Origin", "*")
	w.Header().Set("Cache-Control", "public, max-age=3600")
	return httpkit.WriteJSON(w, http.StatusOK, set)
}
