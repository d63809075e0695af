package identity

import (
	"net/mail"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"

	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/platform/confusable"
)

const (
	maxUsername = 39
	maxEmail    = 254
	maxBio      = 160
)

// checkUsername returns the stored form and the unique key of a name. Names that only differ in case or width (ＡＤＭＩＮ,
// admin) have one key.
func checkUsername(raw string) (name, key string, err error) {
	if len(raw) > 8*maxUsername || !utf8.ValidString(raw) {
		return "", "", fault.Invalid("username", "用户名长度应为 1 到 39 个字符")
	}
	name = norm.NFC.String(raw)
	if n := utf8.RuneCountInString(name); n < 1 || n > maxUsername {
		return "", "", fault.Invalid("username", "用户名长度应为 1 到 39 个字符")
	}
	for _, r := range name {
		if !usernameRune(r) {
			return "", "", fault.Invalid("username", "用户名只能包含文字、数字、下划线、连字符和点")
		}
	}
	if strings.Trim(name, ".") == "" { // such a name has a special meaning in a URL
		return "", "", fault.Invalid("username", "用户名不能只由点组成")
	}
	if strings.HasPrefix(confusable.Name(name), confusable.Name(closedPrefix)) {
		return "", "", fault.Invalid("username", "这个用户名是保留的")
	}
	return name, foldName(name), nil
}

func usernameRune(r rune) bool {
	switch r {
	case '_', '-', '.':
		return true
	case 0x115f, 0x1160, 0x3164, 0xffa0: // invisible letters
		return false
	}
	return unicode.IsLetter(r) || unicode.IsDigit(r)
}

func foldName(s string) string {
	return norm.NFKC.String(cases.Fold().String(norm.NFKC.String(s)))
}

// checkEmail returns the address as typed and its unique key.
func checkEmail(raw string) (email, key string, err error) {
	bad := fault.Invalid("email", "邮箱地址不正确")
	email = strings.TrimSpace(raw)
	if email == "" || len(email) > maxEmail || strings.ContainsFunc(email, func(r rune) bool { return unicode.IsControl(r) || unicode.IsSpace(r) || !unicode.IsPrint(r) }) {
		return "", "", bad
	}
	parsed, err := mail.ParseAddress(email)
	if err != nil || parsed.Address != email || parsed.Name != "" {
		return "", "", bad
	}
	_, domain, _ := strings.Cut(email, "@")
	if !strings.Contains(strings.Trim(domain, "."), ".") || strings.HasPrefix(domain, "[") {
		return "", "", bad
	}
	return email, foldName(email), nil
}

func checkBio(bio string) error {
	if utf8.RuneCountInString(bio) > maxBio {
		return fault.Invalid("bio", "个人简介不能超过 160 个字符")
	}
	for _, r := range bio {
		// Controls, and marks that change the direction of the text.
		if unicode.IsControl(r) && r != '\n' || unicode.Is(unicode.Bidi_Control, r) {
			return fault.Invalid("bio", "个人简介含有无效字符")
		}
	}
	return nil
}
