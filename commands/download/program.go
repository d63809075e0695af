package download

import (
	"net/http"
	"net/url"
	"strings"
	"unicode/utf8"

	"github.com/modyard/modyard/domain/download"
)

// isBot is whether a User-Agent in lower case is that of a program that reads everything.
func isBot(agent string) bool {
	for _, part := range [...]string{"spider", "crawl", "slurp", "facebookexternalhit", "preview", "archiver", "monitor", "headless", "gptbot"} {
		if strings.Contains(agent, part) {
			return true
		}
	}
	return endsWord(agent, "bot") || endsWord(agent, "scan") || endsWord(agent, "scanner")
}

// endsWord is whether a word of a text in lower case ends with a part.
func endsWord(text, part string) bool {
	for {
		_, rest, found := strings.Cut(text, part)
		if !found {
			return false
		}
		if rest == "" || !ofWord(rest[0]) {
			return true
		}
		text = rest
	}
}

func ofWord(c byte) bool { return c >= 'a' && c <= 'z' || c >= '0' && c <= '9' || c == '_' }

// family is a program that is told apart, by what its User-Agent contains in lower case.
type family struct {
	part, name string
	client     download.Client
}

// families are the programs that are told apart. Others have no family: a caller chooses its User-Agent, and each family is a row of
// every hour. It is an array, because it is read for every hit.
func families() [35]family {
	const launcher, program = download.Launcher, download.Program
	return [35]family{
		{"prismlauncher", "prism", launcher}, {"multimc", "multimc", launcher}, {"polymc", "polymc", launcher}, {"hmcl", "hmcl", launcher},
		{"pcl2", "pcl", launcher}, {"pcl-", "pcl", launcher}, {"pcl/", "pcl", launcher}, {"plain craft", "pcl", launcher}, {"bakaxl", "bakaxl", launcher},
		{"atlauncher", "atlauncher", launcher}, {"gdlauncher", "gdlauncher", launcher}, {"theseus", "modrinth", launcher}, {"modrinth/", "modrinth", launcher},
		{"curseforge", "curseforge", launcher}, {"overwolf", "curseforge", launcher}, {"fold craft", "fcl", launcher}, {"fcl/", "fcl", launcher},
		{"pojav", "pojav", launcher}, {"zalith", "zalith", launcher}, {"xmcl", "xmcl", launcher}, {"ftb", "ftb", launcher}, {"technic", "technic", launcher},
		{"packwiz", "packwiz", program}, {"ferium", "ferium", program}, {"mrpack-install", "mrpack-install", program}, {"itzg", "itzg", program},
		{"curl/", "curl", program}, {"wget/", "wget", program}, {"python", "python", program}, {"go-http-client", "go", program},
		{"okhttp", "okhttp", program}, {"java/", "java", program}, {"apache-httpclient", "java", program}, {"node", "node", program}, {"axios", "node", program},
	}
}

// programOf says what kind of program sends a request.
func programOf(r *http.Request) (download.Client, string) {
	agent := r.UserAgent()
	if len(agent) > 512 {
		agent = agent[:512]
	}
	lower := strings.ToLower(agent)
	if isBot(lower) {
		return download.Bot, ""
	}
	for _, f := range families() {
		if strings.Contains(lower, f.part) {
			return f.client, f.name
		}
	}
	switch {
	case strings.HasPrefix(agent, "Mozilla/"):
		return download.Site, ""
	case agent == "":
		return download.Unknown, ""
	}
	return download.Program, ""
}

// maxReferrer bounds a referring host, in bytes. One that is longer is not recorded.
const maxReferrer = 128

// refererOf is the host of the page that led to a download; empty for a page of the site itself. A header may have any bytes.
func refererOf(r *http.Request) string {
	u, err := url.Parse(r.Referer())
	if err != nil || u.Host == r.Host || !utf8.ValidString(u.Host) {
		return ""
	}
	host := strings.ToLower(u.Hostname())
	if len(host) > maxReferrer {
		return ""
	}
	return host
}
