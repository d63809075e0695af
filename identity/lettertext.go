package identity

import (
	"fmt"
	"html"
	"strings"
	"time"

	"github.com/modyard/modyard/platform/mail"
)

// Site is the data about the site in letters: its name, and its address without a slash at the end.
type Site struct {
	Brand string
	URL   string
}

// letterMessage is a letter with its link's secret, which is stored nowhere else.
type letterMessage struct {
	kind, account, to, username, secret string
	notice                              Notice
	until                               time.Time // when a leaving account is erased, or unused tokens end
	names                               []string  // of these tokens
	signIn                              SignIn    // on a new device
}

// letterWords are the texts of a letter; paragraphs without markup.
type letterWords struct {
	subject    string
	paragraphs []string
	button     string // text of the link; "": no link
	path       string // of the link
	after      string
}

func (m letterMessage) words(site Site) letterWords {
	ignore := "如果这不是你的操作，可以忽略这封邮件，什么也不会改变。"
	warning := "如果这不是你的操作，请立即重设密码，并检查登录会话。"
	switch m.kind {
	case letterNotice:
		after := "这封邮件发到你已验证的邮箱，同样的内容也在站内通知里。"
		if m.notice.Topic != "" {
			after += "不想再收到这类邮件，可以在「设置 → 账户」里关闭。"
		}
		return letterWords{subject: m.notice.Subject, paragraphs: m.notice.Paragraphs, button: m.notice.Button, path: m.notice.Path, after: after}
	case letterVerify:
		return letterWords{subject: "验证你的邮箱", paragraphs: []string{fmt.Sprintf("请确认这个邮箱属于 %s 上的账户 %s。", site.Brand, m.username)},
			button: "验证邮箱", path: "/auth/verify-email?flow=" + m.secret, after: "链接在 24 小时内有效。" + ignore}
	case letterReset:
		return letterWords{subject: "重设密码", paragraphs: []string{fmt.Sprintf("有人请求重设 %s 上账户 %s 的密码。", site.Brand, m.username)},
			button: "设置新密码", path: "/auth/reset-password?flow=" + m.secret, after: "链接在 24 小时内有效，只能使用一次。" + ignore}
	case letterAddressInUse:
		return letterWords{subject: "有人填写了你的邮箱", paragraphs: []string{
			fmt.Sprintf("有人在 %s 上填写了这个邮箱，但它已经属于你的账户，不能再用于另一个账户。", site.Brand),
			"如果是你忘记了已有账户，可以用这个邮箱登录或重设密码。否则可以忽略这封邮件，什么也不会改变。"},
			button: "重设密码", path: "/auth/reset-password"}
	case letterToken:
		return letterWords{subject: "创建了新的访问令牌", paragraphs: []string{fmt.Sprintf("账户 %s 刚刚创建了一个访问令牌，使用它的程序可以代表你操作。", m.username), warning},
			button: "查看访问令牌", path: "/settings/pats"}
	case letterTokensUnused:
		return letterWords{subject: "不再使用的访问令牌即将失效", paragraphs: []string{
			fmt.Sprintf("账户 %s 的这些访问令牌已有近一年没有使用：「%s」。", m.username, strings.Join(m.names, "」、「")),
			"为了安全，它们会在 " + dated(m.until) + " 之后失效。",
			"还需要它们时，请在此之前用它们访问一次接口；不再需要时，什么也不用做。"},
			button: "查看访问令牌", path: "/settings/pats"}
	case letterNewDevice:
		return letterWords{subject: "在新的设备上登录", paragraphs: []string{
			fmt.Sprintf("账户 %s 在一个没有登录过的浏览器或程序中登录了。", m.username), m.signIn.described(), "如果是你，什么也不用做。" + warning},
			button: "查看登录会话", path: "/settings/sessions"}
	case letterPasskeyAdded:
		return letterWords{subject: "添加了新的通行密钥", paragraphs: []string{fmt.Sprintf("账户 %s 刚刚添加了一个通行密钥，用它可以不输入密码登录。", m.username), warning},
			button: "查看通行密钥", path: "/settings/account"}
	case letterPasskeyRemoved:
		return letterWords{subject: "移除了通行密钥", paragraphs: []string{fmt.Sprintf("账户 %s 刚刚移除了一个通行密钥，不能再用它登录。", m.username), warning},
			button: "查看通行密钥", path: "/settings/account"}
	case letterPasskeyCopied:
		return letterWords{subject: "一个通行密钥可能被复制", paragraphs: []string{
			fmt.Sprintf("有人使用账户 %s 的一个通行密钥登录，但它的使用次数没有比上次更多。这可能表示另一台设备上有它的副本。", m.username),
			"这次登录没有成功，该通行密钥已经停用。请移除它，再添加新的通行密钥。"},
			button: "查看通行密钥", path: "/settings/account"}
	case letterAppOff:
		return letterWords{subject: "验证器应用已移除", paragraphs: []string{fmt.Sprintf("登录账户 %s 不再接受验证器应用的验证码，仍然需要通行密钥或恢复码。", m.username), warning},
			button: "查看账户安全", path: "/settings/account"}
	case letterLinked:
		return letterWords{subject: "绑定了新的登录方式", paragraphs: []string{fmt.Sprintf("账户 %s 刚刚绑定了其他网站的一个账号，用它可以登录。", m.username), warning},
			button: "查看登录方式", path: "/settings/account"}
	case letterUnlinked:
		return letterWords{subject: "解除了一个登录方式", paragraphs: []string{fmt.Sprintf("账户 %s 刚刚解除了与其他网站账号的绑定，不能再用它登录。", m.username), warning},
			button: "查看登录方式", path: "/settings/account"}
	case letterEmailChanged:
		return letterWords{subject: "账户的邮箱已更换", paragraphs: []string{fmt.Sprintf("账户 %s 不再使用这个邮箱。", m.username), warning},
			button: "重设密码", path: "/auth/reset-password"}
	case letterPasswordChanged:
		return letterWords{subject: "密码已修改", paragraphs: []string{fmt.Sprintf("账户 %s 的密码刚刚修改，其他设备已退出登录。", m.username), warning},
			button: "重设密码", path: "/auth/reset-password"}
	case letterTOTPOn:
		return letterWords{subject: "两步验证已开启", paragraphs: []string{fmt.Sprintf("登录账户 %s 从现在起需要第二步验证。请妥善保管恢复码。", m.username), warning}}
	case letterTOTPOff:
		return letterWords{subject: "两步验证已关闭", paragraphs: []string{fmt.Sprintf("登录账户 %s 不再需要第二步验证。", m.username), warning},
			button: "查看账户安全", path: "/settings/account"}
	case letterLeaving:
		until := dated(m.until)
		return letterWords{subject: "账户将在 14 天后抹除", paragraphs: []string{
			fmt.Sprintf("你在 %s 上注销了账户 %s。它现在对外显示为已注销用户，登录会话与访问令牌都已结束。", site.Brand, m.username),
			"个人信息会在 " + until + " 之后抹除，之后不能恢复。",
			"改变主意时，在此之前用原来的用户名或邮箱登录，并选择恢复账户：用户名、简介和头像会恢复原样。访问令牌需要重新创建。"},
			button: "登录并恢复账户", path: "/auth/sign-in", after: "如果这不是你的操作，请立即登录恢复账户，并修改密码。"}
	default:
		return letterWords{subject: "账户已注销", paragraphs: []string{"你的账户已经注销，个人信息已经删除。感谢你来过。"}}
	}
}

// dated is a moment for people.
func dated(at time.Time) string {
	return at.In(beijing()).Format("2006 年 1 月 2 日 15:04") + "（UTC+8）"
}

// described is where and when somebody signed in.
func (v SignIn) described() string {
	words := []string{"时间：" + dated(v.Time)}
	var device []string
	for _, part := range []*string{v.OS, v.Platform} {
		if part != nil {
			device = append(device, *part)
		}
	}
	if len(device) > 0 {
		words = append(words, "设备："+strings.Join(device, " · "))
	}
	if v.IP != "" {
		words = append(words, "网络地址："+v.IP)
	}
	return strings.Join(words, "；") + "。"
}

// compose returns the letter as plain text and as HTML. Names are user input and are escaped.
func (m letterMessage) compose(site Site) mail.Message {
	w := m.words(site)
	greeting := "你好，" + m.username + "："
	if m.kind == letterDeleted || m.kind == letterAddressInUse { // the other account's name is nobody's business
		greeting = "你好："
	}
	var text, body strings.Builder
	text.WriteString(greeting + "\n\n")
	paragraph := func(words string) {
		text.WriteString(words + "\n\n")
		body.WriteString(`<p style="margin:0 0 16px">` + html.EscapeString(words) + "</p>")
	}
	for _, p := range w.paragraphs {
		paragraph(p)
	}
	if w.button != "" {
		link := site.URL + w.path
		text.WriteString(w.button + "：\n" + link + "\n\n")
		body.WriteString(`<p style="margin:0 0 16px"><a href="` + html.EscapeString(link) +
			`" style="display:inline-block;padding:10px 20px;border-radius:6px;background:#3655cd;color:#ffffff;text-decoration:none;font-weight:600">` +
			html.EscapeString(w.button) + "</a></p>")
		body.WriteString(`<p style="margin:0 0 16px;color:#606673;font-size:13px">按钮打不开时，把这个链接复制到浏览器：<br>` + html.EscapeString(link) + "</p>")
	}
	if w.after != "" {
		paragraph(w.after)
	}
	text.WriteString(site.Brand + "\n" + site.URL + "\n")
	return mail.Message{To: m.to, Subject: w.subject + " · " + site.Brand, Text: text.String(),
		HTML: `<!doctype html><html lang="zh-Hans"><body style="margin:0;padding:24px;background:#f3f4f7;color:#1b1f29;font:15px/26px sans-serif">` +
			`<div style="max-width:480px;margin:0 auto;padding:28px;background:#ffffff;border:1px solid #e0e3e8;border-radius:10px">` +
			`<p style="margin:0 0 16px;font-weight:600">` + html.EscapeString(greeting) + "</p>" + body.String() +
			`<p style="margin:24px 0 0;color:#606673;font-size:13px">` + html.EscapeString(site.Brand) + "</p></div></body></html>"}
}
