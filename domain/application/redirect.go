package application

import (
	"fmt"
	"net/netip"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/modyard/modyard/domain/fault"
)

const redirectField = "redirect_uris"

func checkRedirects(t Type, list []string) error {
	if len(list) == 0 || len(list) > MaxRedirects {
		return fault.Invalid(redirectField, fmt.Sprintf("请填写 1 到 %d 个回调地址。", MaxRedirects))
	}
	for i, r := range list {
		if err := CheckRedirect(t, r); err != nil {
			return err
		}
		if slices.Contains(list[:i], r) {
			return fault.Invalid(redirectField, "回调地址不能重复。")
		}
	}
	return nil
}

// CheckRedirect checks an address to which an application of a type wants browsers sent: https; http for the machine
// itself (127.0.0.1 and [::1]); for public applications also a private-use scheme with a dot (RFC 8252, section 7.1). An
// accepted address is plain ASCII without anything that two programs could read differently.
func CheckRedirect(t Type, raw string) error {
	if raw == "" || len(raw) > MaxRedirect {
		return fault.Invalid(redirectField, fmt.Sprintf("回调地址应为 1 到 %d 个字符。", MaxRedirect))
	}
	for i := range len(raw) {
		if c := raw[i]; c <= ' ' || c >= 0x7f || strings.IndexByte("\\*\"<>^`{|}", c) >= 0 {
			return fault.Invalid(redirectField, "回调地址只能含有 ASCII 字符，其他字符请用百分号编码；不能含有空格、反斜杠或通配符。")
		}
	}
	if strings.Contains(raw, "#") {
		return fault.Invalid(redirectField, "回调地址不能含有片段（#）。")
	}
	scheme, _, _ := strings.Cut(raw, ":")
	u, err := url.Parse(raw)
	if err != nil || u.Scheme == "" || u.Scheme != scheme {
		return fault.Invalid(redirectField, "回调地址须为完整的地址，协议名用小写字母。")
	}
	if u.User != nil || strings.Contains(u.Host, "@") {
		return fault.Invalid(redirectField, "回调地址不能含有用户名或密码。")
	}
	if dotted(u) {
		return fault.Invalid(redirectField, "回调地址的路径不能含有 . 或 .. 。")
	}
	if err := checkQuery(u.RawQuery); err != nil {
		return err
	}
	switch u.Scheme {
	case "https", "http":
		return checkWeb(u)
	}
	if t != Public {
		return fault.Invalid(redirectField, "回调地址须使用 https；本机地址可以使用 http。")
	}
	if !strings.Contains(scheme, ".") || strings.HasPrefix(scheme, ".") || strings.HasSuffix(scheme, ".") || strings.Contains(scheme, "..") {
		return fault.Invalid(redirectField, "自定义协议名须含有点，如 com.example.app。")
	}
	return nil
}

// checkQuery refuses a parameter with a name that the answer to a request uses: an application that reads the first of two would take
// the registered one for the answer.
func checkQuery(raw string) error {
	query, err := url.ParseQuery(raw)
	if err != nil {
		return fault.Invalid(redirectField, "回调地址的参数编码不正确。")
	}
	if slices.ContainsFunc([]string{"code", "state", "iss", "error", "error_description"}, query.Has) {
		return fault.Invalid(redirectField, "回调地址的参数不能叫 code、state、iss 或 error：授权的结果用这些名字。")
	}
	return nil
}

func checkWeb(u *url.URL) error {
	host := u.Hostname()
	if u.Opaque != "" || host == "" || host != strings.ToLower(host) || strings.HasSuffix(host, ".") || strings.ContainsAny(host, "%_") {
		return fault.Invalid(redirectField, "回调地址的主机名无效；请使用小写字母。")
	}
	if strings.HasSuffix(u.Host, ":") {
		return fault.Invalid(redirectField, "回调地址的端口无效。")
	}
	if p := u.Port(); p != "" {
		n, err := strconv.ParseUint(p, 10, 16)
		if err != nil || n == 0 || p != strconv.FormatUint(n, 10) {
			return fault.Invalid(redirectField, "回调地址的端口无效。")
		}
	}
	if strings.Contains(u.Host, "[") {
		if a, err := netip.ParseAddr(host); err != nil || a.String() != host {
			return fault.Invalid(redirectField, "回调地址的主机名无效；请使用小写字母。")
		}
	}
	if u.Scheme == "http" && host != "127.0.0.1" && host != "::1" {
		return fault.Invalid(redirectField, "回调地址须使用 https；只有本机地址 127.0.0.1 和 [::1] 可以使用 http。")
	}
	return nil
}

// dotted is true if a path has a segment . or .., also an encoded one.
func dotted(u *url.URL) bool {
	path := u.EscapedPath() + u.Opaque
	path = strings.NewReplacer("%2e", ".", "%2E", ".", "%2f", "/", "%2F", "/", "%5c", "/", "%5C", "/").Replace(path)
	return slices.ContainsFunc(strings.Split(path, "/"), func(s string) bool { return s == "." || s == ".." })
}

// Redirect is the address of a request among the registered ones: the exact text (RFC 9700, section 4.1.3), for a public
// application on the machine itself with any port (RFC 8252, section 7.3), or the only registered one where the request has
// none. An application that keeps a secret runs on a server of its own, whose port it knows.
func (s State) Redirect(given string) (string, bool) {
	if given == "" {
		if len(s.Redirects) == 1 {
			return s.Redirects[0], true
		}
		return "", false
	}
	if len(given) > MaxRedirect {
		return "", false
	}
	if slices.Contains(s.Redirects, given) {
		return given, true
	}
	before, after, ok := loopback(given)
	if !ok || s.Type != Public {
		return "", false
	}
	for _, r := range s.Redirects {
		if b, a, ok := loopback(r); ok && b == before && a == after {
			return given, true
		}
	}
	return "", false
}

// loopback splits an address of the machine itself into what is before and after its port.
func loopback(raw string) (before, after string, ok bool) {
	for _, origin := range []string{"http://127.0.0.1", "http://[::1]"} {
		rest, found := strings.CutPrefix(raw, origin)
		if !found {
			continue
		}
		if port, isPort := strings.CutPrefix(rest, ":"); isPort {
			end := strings.IndexFunc(port, func(r rune) bool { return r < '0' || r > '9' })
			if end < 0 {
				end = len(port)
			}
			n, err := strconv.ParseUint(port[:end], 10, 16)
			if err != nil || n == 0 || port[0] == '0' {
				return "", "", false
			}
			rest = port[end:]
		}
		if rest != "" && rest[0] != '/' && rest[0] != '?' {
			return "", "", false
		}
		return origin, rest, true
	}
	return "", "", false
}
