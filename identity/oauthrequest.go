package identity

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/domain/application"
	"github.com/modyard/modyard/platform/ids"
)

const (
	maxState     = 8 << 10
	maxNonce     = 1 << 10
	maxScopeText = 4 << 10
	pushedURN    = "urn:ietf:params:oauth:request_uri:"
)

// oauthRequest is a checked request for authorization. Its JSON form is stored with its flow and its code.
type oauthRequest struct {
	Redirect  string     `json:"redirect"`
	Named     bool       `json:"named"` // the request named the redirect: the token request must too
	State     string     `json:"state,omitempty"`
	Challenge string     `json:"challenge,omitempty"`
	Scopes    Scopes     `json:"scopes"`
	OpenID    []string   `json:"openid"`
	Nonce     string     `json:"nonce,omitempty"`
	AuthTime  time.Time  `json:"auth_time"` // of the session, when a code is made
	prompt    []string   // not stored
	maxAge    *time.Time // the session must have proved its owner after this time; not stored
	hint      string     // the account for which the request is; empty: any; not stored
}

// wants says whether a prompt was asked for.
func (q oauthRequest) wants(prompt string) bool { return slices.Contains(q.prompt, prompt) }

// addressed finds the application of a request and the address of the answer. What is wrong with either is never answered
// by a redirect.
func (o *OAuth) addressed(ctx context.Context, p oauthParams, twice *oauthFault) (a application.State, redirect string, f *oauthFault, err error) {
	id := p["client_id"]
	switch {
	case twice != nil && twice.rule == "client_id_twice":
		return a, "", twice, nil
	case id == "":
		return a, "", invalidRequest("client_id_missing", "请求中没有 client_id", "client_id is missing"), nil
	case !ids.Valid(id):
		return a, "", invalidRequest("unknown_client", "应用不存在", "unknown client_id"), nil
	}
	if a, err = o.apps.Application(ctx, id); err != nil {
		return a, "", nil, err
	}
	switch {
	case !a.Exists():
		return application.State{}, "", invalidRequest("unknown_client", "应用不存在", "unknown client_id"), nil
	case a.Suspended:
		return a, "", invalidRequest("client_suspended", "应用已被工作人员停用", "the client is suspended"), nil
	case twice != nil && twice.rule == "redirect_uri_twice":
		return a, "", twice, nil
	}
	redirect, ok := a.Redirect(p["redirect_uri"])
	switch {
	case !ok && p["redirect_uri"] == "":
		return a, "", invalidRequest("redirect_uri_missing", "应用注册了多个回调地址，请求必须指明其中一个", "redirect_uri is missing"), nil
	case !ok:
		return a, "", invalidRequest("redirect_uri_not_registered", "回调地址不是应用注册的地址", "redirect_uri is not registered"), nil
	}
	return a, redirect, nil, nil
}

// check reads the rest of a request for authorization.
func (o *OAuth) check(a application.State, redirect string, p oauthParams, twice *oauthFault) (q oauthRequest, f *oauthFault) {
	q = oauthRequest{Redirect: redirect, Named: p["redirect_uri"] != "", State: p["state"]}
	if len(q.State) > maxState {
		q.State = ""
		return q, invalidRequest("state_too_long", "state 过长", "state is too long")
	}
	if twice != nil {
		return q, twice
	}
	if t := p["response_type"]; t != "" && t != "code" {
		return q, &oauthFault{code: "unsupported_response_type", rule: "response_type", text: "只支持 response_type=code", description: "only the response type code is supported"}
	}
	if m := p["response_mode"]; m != "" && m != "query" {
		return q, invalidRequest("response_mode", "只支持 response_mode=query", "only the response mode query is supported")
	}
	if p["request"] != "" {
		return q, &oauthFault{code: "request_not_supported", rule: "request_object", text: "不支持 request 参数", description: "request objects are not supported"}
	}
	if p["request_uri"] != "" {
		return q, unknownRequestURI()
	}
	if q.Nonce = p["nonce"]; len(q.Nonce) > maxNonce {
		return q, invalidRequest("nonce_too_long", "nonce 过长", "nonce is too long")
	}
	if f := q.challenge(a, p); f != nil {
		return q, f
	}
	if q.Scopes, q.OpenID, f = requestedScopes(a, p["scope"]); f != nil {
		return q, f
	}
	return q, q.readPrompt(p, o.clock())
}

// challenge reads the challenge of PKCE: S256 only, and required of public applications.
func (q *oauthRequest) challenge(a application.State, p oauthParams) *oauthFault {
	challenge, method := p["code_challenge"], p["code_challenge_method"]
	switch {
	case challenge == "" && method != "":
		return invalidRequest("challenge_missing", "指明了 code_challenge_method，却没有 code_challenge", "code_challenge is missing")
	case challenge == "" && a.Type == application.Public:
		return invalidRequest("challenge_required", "公开应用必须使用 PKCE", "code_challenge is required of public clients")
	case challenge == "":
		return nil
	case method != "S256":
		return invalidRequest("challenge_method", "只支持 code_challenge_method=S256", "only the code challenge method S256 is supported")
	case len(challenge) != 43 || strings.Trim(challenge, unreserved) != "" || strings.ContainsAny(challenge, ".~"):
		return invalidRequest("challenge_malformed", "code_challenge 的格式不正确", "code_challenge is malformed")
	}
	q.Challenge = challenge
	return nil
}

// unreserved are the characters of a code verifier (RFC 7636, section 4.1).
const unreserved = secretLetters + "-._~"

// requestedScopes reads the scopes of a request: names of ours, joined by spaces or plus signs, and those of OpenID Connect.
// A missing list is all that the application may ask for.
func requestedScopes(a application.State, text string) (scopes Scopes, openid []string, f *oauthFault) {
	most := Scopes(a.Scopes) //nolint:gosec // never negative
	if text == "" {
		return most, []string{}, nil
	}
	if len(text) > maxScopeText {
		return 0, nil, invalidScope("scope_too_long", "scope 过长", "Invalid scopes requested!")
	}
	var asked []string
	for name := range strings.FieldsFuncSeq(text, func(r rune) bool { return r == ' ' || r == '+' || r == '|' }) {
		if slices.Contains(application.OpenIDScopes(), name) {
			asked = append(asked, name)
			continue
		}
		scope, ok := scopeOf(name)
		if !ok {
			return 0, nil, invalidScope("scope_unknown", "请求了不存在的权限", "Invalid scopes requested!")
		}
		scopes |= scope
	}
	openid = []string{}
	for _, name := range application.OpenIDScopes() {
		if slices.Contains(asked, name) {
			openid = append(openid, name)
		}
	}
	if slices.Contains(openid, "email") {
		scopes |= ScopeUserReadEmail
	}
	switch {
	case len(openid) > 0 && !slices.Contains(openid, "openid") && !slices.Equal(openid, []string{"offline_access"}):
		return 0, nil, invalidScope("openid_missing", "profile 与 email 需要同时请求 openid", "profile and email need openid")
	case !scopes.Grantable():
		return 0, nil, invalidScope("scope_restricted", "请求了不能授予应用的权限", "Invalid scopes requested!")
	case !most.Has(scopes):
		return 0, nil, invalidScope("scope_beyond_maximum", "请求的权限超出应用注册的范围", "Invalid scopes requested!")
	case scopes == 0 && len(openid) == 0:
		return 0, nil, invalidScope("scope_empty", "请求中没有任何权限", "Invalid scopes requested!")
	}
	return scopes, openid, nil
}

// readPrompt reads what the request demands of the session (OpenID Connect Core, section 3.1.2.1).
func (q *oauthRequest) readPrompt(p oauthParams, now time.Time) *oauthFault {
	q.prompt = strings.Fields(p["prompt"])
	for _, name := range q.prompt {
		if !slices.Contains([]string{"none", "login", "consent", "select_account"}, name) {
			return invalidRequest("prompt_unknown", "prompt 的值无效", "unknown prompt")
		}
	}
	if q.wants("none") && len(q.prompt) > 1 {
		return invalidRequest("prompt_none", "prompt=none 不能与其他值一起使用", "prompt none excludes all others")
	}
	if age := p["max_age"]; age != "" {
		seconds, err := strconv.ParseUint(age, 10, 31)
		if err != nil {
			return invalidRequest("max_age", "max_age 的值无效", "max_age is malformed")
		}
		since := now.Add(-time.Duration(seconds) * time.Second) //nolint:gosec // 31 bits
		q.maxAge = &since
	}
	return nil
}

// redirect is the address of an answer to the browser. Every one has the state and the issuer (RFC 9207).
func (o *OAuth) redirect(q oauthRequest, pairs ...string) contract.ConsentDone {
	return contract.ConsentDone{Redirect: answerAt(q.Redirect, append(pairs, "state", q.State, "iss", o.issuer())...)}
}

func (o *OAuth) redirectError(q oauthRequest, f *oauthFault) contract.ConsentDone {
	return o.redirect(q, "error", f.code, "error_description", f.description)
}

// issuer is the site's name as a provider.
func (o *OAuth) issuer() string { return strings.TrimSuffix(o.opts.Site.URL, "/") }

// Authorize answers a request for authorization: with what the consent page shows, or with the address of the answer.
func (o *OAuth) Authorize(ctx context.Context, caller Caller, query string) (*contract.ConsentRequest, *contract.ConsentDone, error) {
	p, twice := readParams(query)
	p, from, err := o.pushedParams(ctx, p)
	if err != nil {
		return nil, nil, err
	}
	a, redirect, f, err := o.addressed(ctx, p, twice)
	if err != nil {
		return nil, nil, err
	}
	if f != nil {
		o.refused(ctx, a.ID, "authorize", f)
		return nil, nil, f.page()
	}
	q, f := o.check(a, redirect, p, twice)
	if f == nil {
		f, err = o.readHint(ctx, &q, p["id_token_hint"], a.ID)
	}
	if f == nil && err == nil {
		f, err = o.demanded(ctx, caller, &q, query)
	}
	if errors.Is(err, errNotSignedIn) || errors.Is(err, errNotConfirmed) {
		if kept := o.hold(ctx, from); kept != nil {
			err = kept
		}
	}
	if err != nil {
		return nil, nil, err
	}
	if mine, err := o.use(ctx, from); err != nil {
		return nil, nil, err
	} else if !mine {
		f = unknownRequestURI()
	}
	if f != nil {
		return o.refuse(ctx, a.ID, q, f)
	}
	return o.authorize(ctx, caller, a, q)
}

func (o *OAuth) refuse(ctx context.Context, client string, q oauthRequest, f *oauthFault) (*contract.ConsentRequest, *contract.ConsentDone, error) {
	o.refused(ctx, client, "authorize", f)
	done := o.redirectError(q, f)
	return nil, &done, nil
}

// readHint reads for whom a request is.
func (o *OAuth) readHint(ctx context.Context, q *oauthRequest, token, client string) (*oauthFault, error) {
	if token == "" {
		return nil, nil
	}
	account, ours, err := o.hinted(ctx, token, client)
	if err == nil && !ours {
		return invalidRequest("id_token_hint", "id_token_hint 不是本站给这个应用的 id_token", "id_token_hint is not an id token of this client"), nil
	}
	q.hint = account
	return nil, err
}

// demanded checks what a request demands of who sends it. What a page can ask for is an error; without a page (prompt=none) it is a fault.
func (o *OAuth) demanded(ctx context.Context, caller Caller, q *oauthRequest, query string) (*oauthFault, error) {
	silent := q.wants("none")
	switch {
	case !caller.SignedIn() && silent:
		return &oauthFault{code: "login_required", rule: "login_required", text: "用户没有登录", description: "the user is not signed in"}, nil
	case !caller.SignedIn():
		return nil, errNotSignedIn
	case caller.Kind != KindSession:
		return nil, errNoScope
	case silent && q.hint != "" && q.hint != caller.Account:
		return &oauthFault{code: "login_required", rule: "login_of_another", text: "登录的是另一个账户", description: "another user is signed in"}, nil
	}
	var err error
	if q.AuthTime, err = o.authTime(ctx, caller); err != nil {
		return nil, err
	}
	present, err := o.present(ctx, caller, *q, query)
	switch {
	case err != nil || present:
		return nil, err
	case silent:
		return &oauthFault{code: "login_required", rule: "login_too_old", text: "用户需要重新登录", description: "the user must sign in again"}, nil
	}
	return nil, o.askProof(ctx, caller, query)
}

// authorize answers a request that may be answered: with a code where the person has allowed all of it before.
func (o *OAuth) authorize(ctx context.Context, caller Caller, a application.State, q oauthRequest) (*contract.ConsentRequest, *contract.ConsentDone, error) {
	g, err := readGrant(ctx, o.pool, caller.Account, a.ID)
	if err != nil {
		return nil, nil, err
	}
	other := q.hint != "" && q.hint != caller.Account
	covered := a.Type == application.Confidential && g.covers(q.Scopes, q.OpenID) && !q.wants("consent") && !q.wants("select_account") && !other
	switch {
	case covered:
		done, err := o.issueCode(ctx, caller, a.ID, q, g)
		return nil, done, err
	case q.wants("none"):
		return o.refuse(ctx, a.ID, q, &oauthFault{code: "consent_required", rule: "consent_required", text: "用户还没有授权", description: "the user has not consented"})
	}
	flow := newSecret(prefixFlow)
	expires := o.clock().Add(oauthFlowLife)
	if err := o.storeFlow(ctx, flow, caller, a.ID, q, expires); err != nil {
		return nil, nil, err
	}
	asked, err := o.consent(ctx, flow, a.ID, q, g, expires)
	return asked, nil, err
}

// authTime is when the owner of a session proved to be there.
func (o *OAuth) authTime(ctx context.Context, caller Caller) (at time.Time, err error) {
	err = o.pool.QueryRow(ctx, "SELECT coalesce(confirmed, created) FROM identity.sessions WHERE id = $1 AND account = $2", caller.Session, caller.Account).Scan(&at)
	if errors.Is(err, pgx.ErrNoRows) {
		return at, errNotSignedIn
	}
	if err != nil {
		return at, fmt.Errorf("read a session: %w", err)
	}
	return at, nil
}

func (o *OAuth) consent(ctx context.Context, flow, client string, q oauthRequest, g grant, expires time.Time) (*contract.ConsentRequest, error) {
	document, err := o.apps.Document(ctx, client)
	if err != nil {
		return nil, err
	}
	shown, _, _ := strings.Cut(q.Redirect, "?")
	asked := &contract.ConsentRequest{
		FlowID: flow, ClientID: client, ClientName: document.Name, ClientIcon: document.IconURL, RequestedScopes: uint64(q.Scopes),
		OpenID: q.OpenID, RedirectURI: shown, App: document, Expires: expires,
	}
	if asked.HandedOver = g.live && !g.current; g.live && g.current {
		asked.GrantedScopes = uint64(g.scopes)
	}
	return asked, nil
}
