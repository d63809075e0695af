package contract

import "time"

// The routes of applications that act for accounts by OAuth 2. Each of the family's paths below /v3/oauth is also served below
// /_internal/oauth. Applications and authorizations are managed by a session only; tokens of any kind are refused.
//
//	POST   /v3/oauth/app                       ApplicationSpec with name, redirect_uris, max_scopes: ApplicationCreated
//	GET    /v3/oauth/app/{id}                  Application
//	GET    /v3/oauth/apps?ids=["a","b"]        []Application, at most 100 ids; unknown ones are left out
//	GET    /v3/user/{id}/oauth_apps            []Application: those of the account, for itself and for staff
//	PATCH  /v3/oauth/app/{id}                  ApplicationSpec: 204; fields that are absent stay
//	DELETE /v3/oauth/app/{id}                  204
//	PATCH  /v3/oauth/app/{id}/icon?ext=png     the picture, at most 256 KiB: 204
//	DELETE /v3/oauth/app/{id}/icon             204
//	POST   /v3/oauth/app/{id}/secrets          ApplicationSecretCreated; at most two live secrets
//	DELETE /v3/oauth/app/{id}/secrets/{secret} 204
//	GET    /v3/oauth/app/{id}/usage            ApplicationUsage, for the owner and staff
//	POST   /v3/oauth/app/{id}/hand-over        {organization_id}: 204; an organization whose details the caller may edit, or "" for the caller
//	POST   /v3/oauth/app/{id}/suspend, restore, verify {reason: {code, text}}: 204, staff only; verify only administrators
//	GET    /v3/oauth/authorizations            []Authorization: those of the caller, the newest first
//	PATCH  /v3/oauth/authorizations/{id}       {scopes}: 204; only fewer scopes than before; the id is <account>-<application>
//	DELETE /v3/oauth/authorizations?client_id=ID   204
//
//	GET    /_internal/oauth/authorize          the parameters of RFC 6749 §4.1.1: ConsentRequest, or ConsentDone where the grant covers the request
//	GET    /_internal/oauth/flow/{flow}        ConsentRequest of a flow that this session began
//	POST   /v3/oauth/accept, reject            {flow}: ConsentDone, also as the header Location
//
// The page /auth/authorize takes the same parameters. Errors of the client or of the redirect address are answered with 400 and never
// by a redirect; others of RFC 6749 §4.1.2.1 are ConsentDone with the address that carries the error. The error of a 400 is the rule
// (client_id_missing, client_id_twice, unknown_client, client_suspended, redirect_uri_missing, redirect_uri_twice,
// redirect_uri_not_registered), its description the Chinese reason with the English one in parentheses at the end. A flow that has
// ended, or is another session's, is 400 flow_invalid. Without a session authorize answers 401; where the request demands a fresh
// sign-in (prompt=login, max_age), 428 until the session was confirmed after it first saw the request (POST /v2/auth/confirm).
//
// The endpoints for programs speak RFC 6749, 7009, 7662, 9126 and OpenID Connect, not this contract: POST /v3/oauth/token, revoke,
// introspect, par, GET and POST /v3/oauth/userinfo, GET /.well-known/oauth-authorization-server, openid-configuration, jwks.json.

// ApplicationSpec describes an application that is registered or changed. Only name, redirect_uris and max_scopes are required of a
// new one. Type cannot be changed later.
type ApplicationSpec struct {
	Name         *string   `json:"name,omitempty" doc:"名称，3 到 255 个字符"`
	MaxScopes    *uint64   `json:"max_scopes,omitempty" doc:"应用最多可以请求的权限位"`
	RedirectURIs *[]string `json:"redirect_uris,omitempty" doc:"1 到 10 个回调地址，每个最多 2048 个字符"`
	URL          *string   `json:"url,omitempty" doc:"应用的网站，最多 255 个字符；空字符串表示没有"`
	Description  *string   `json:"description,omitempty" doc:"最多 255 个字符；空字符串表示没有"`
	Type         *string   `json:"type,omitempty" enum:"confidential,public" doc:"confidential：能保管密钥；public：不能保管密钥，必须使用 PKCE"`
	Organization *string   `json:"organization_id,omitempty" doc:"以团队的名义注册；需要其编辑资料权限"`
}

// ApplicationSecret is a secret of an application without its value.
type ApplicationSecret struct {
	ID       string     `json:"id"`
	Created  time.Time  `json:"created"`
	LastUsed *time.Time `json:"last_used"`
}

// Application is a program that may ask accounts for authorization. The members from Users on are set for everybody who sees the
// consent page; Secrets only for those who manage it.
type Application struct {
	ID           string              `json:"id"`
	Name         string              `json:"name"`
	IconURL      *string             `json:"icon_url"`
	MaxScopes    uint64              `json:"max_scopes"`
	RedirectURIs []string            `json:"redirect_uris"`
	CreatedBy    string              `json:"created_by" doc:"注册者的账号编号"`
	Created      time.Time           `json:"created"`
	URL          *string             `json:"url"`
	Description  *string             `json:"description"`
	Type         string              `json:"type" enum:"confidential,public"`
	Creator      Author              `json:"creator"`
	Organization *string             `json:"organization_id"`
	Verified     bool                `json:"verified" doc:"已由工作人员核实"`
	Suspended    *ApplicationBan     `json:"suspended" doc:"被工作人员停用"`
	Users        int                 `json:"users" doc:"当前授权了这个应用的账号数"`
	LastUsed     *time.Time          `json:"last_used" doc:"最近一次有账号通过它访问的时间，精确到天"`
	Secrets      []ApplicationSecret `json:"secrets,omitempty" doc:"只对管理者给出"`
}

// ApplicationBan is why and since when the staff suspended an application.
type ApplicationBan struct {
	Since  time.Time `json:"since"`
	Reason string    `json:"reason"`
}

// ApplicationCreated answers the registration of an application. The secret is empty for a public one, and is never shown again.
type ApplicationCreated struct {
	Client       Application `json:"client"`
	ClientSecret string      `json:"client_secret"`
}

// ApplicationSecretCreated answers a new secret, which is never shown again.
type ApplicationSecretCreated struct {
	ApplicationSecret
	ClientSecret string `json:"client_secret"`
}

// ApplicationUsage is what an application did in the last 90 days and why its requests were refused lately.
type ApplicationUsage struct {
	Days    []ApplicationDay     `json:"days" doc:"每天的请求数，最早的在前"`
	Refused []ApplicationRefusal `json:"refused" doc:"最近 100 次被拒绝的授权或令牌请求，最新的在前"`
}

// ApplicationDay is the number of requests with tokens of an application on a day (UTC).
type ApplicationDay struct {
	Day      string `json:"day" doc:"2006-01-02"`
	Requests int    `json:"requests"`
}

// ApplicationRefusal is a refused request for authorization or a token. It contains no secret, code or token.
type ApplicationRefusal struct {
	Time   time.Time `json:"time"`
	Where  string    `json:"where" enum:"authorize,token,revoke,introspect,par,userinfo"`
	Error  string    `json:"error" doc:"RFC 6749 的错误代码"`
	Rule   string    `json:"rule" doc:"拒绝它的规则，如 redirect_uri_not_registered"`
	Detail string    `json:"detail" doc:"中文说明，最多 300 个字符"`
}

// Authorization is what an account allows an application.
type Authorization struct {
	ID       string     `json:"id"`
	AppID    string     `json:"app_id"`
	UserID   string     `json:"user_id"`
	Scopes   uint64     `json:"scopes"`
	Created  time.Time  `json:"created" doc:"首次授权的时间"`
	LastUsed *time.Time `json:"last_used"`
	// HandedOver is true where the application got another owner after it: it gives no new tokens until the account agrees again.
	HandedOver bool        `json:"handed_over" doc:"授权之后应用换了所有者，需要再次同意"`
	App        Application `json:"app"`
}

// ConsentRequest is what the consent page shows: who asks for what, and where the browser goes afterwards.
type ConsentRequest struct {
	FlowID          string      `json:"flow_id"`
	ClientID        string      `json:"client_id"`
	ClientName      string      `json:"client_name"`
	ClientIcon      *string     `json:"client_icon"`
	RequestedScopes uint64      `json:"requested_scopes"`
	GrantedScopes   uint64      `json:"granted_scopes" doc:"这个账号以前已经授权给它的权限"`
	HandedOver      bool        `json:"handed_over" doc:"授权之后应用换了所有者，需要再次同意"`
	OpenID          []string    `json:"openid" doc:"请求的 OpenID 权限：openid、profile、email、offline_access"`
	RedirectURI     string      `json:"redirect_uri" doc:"完成后浏览器前往的地址，不含参数"`
	App             Application `json:"app"`
	Expires         time.Time   `json:"expires" doc:"这次请求失效的时间"`
}

// ConsentDone is the address to which the browser goes.
type ConsentDone struct {
	Redirect string `json:"redirect"`
}
