package download

import (
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"unicode/utf8"

	"github.com/modyard/modyard/domain/download"
)

// bot is what programs that read everything have in their User-Agent.
var bot = regexp.MustCompile(`(?i)bot\b|bot/|spider|crawl|slurp|facebookexternalhit|preview|scan(ner)?\b|archiver|monitor|headless|gptbot|bytespider`)

// families are the programs that are told apart, by what their User-Agent contains in lower case. Others have no family: a
// caller chooses its User-Agent, and each family is a row of every hour.
func families() []struct {
	part, family string
	client       download.Client
} {
	const launcher, program = download.Launcher, download.Program
	return []struct {
		part, family string
		client       download.Client
	}{
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
	if bot.MatchString(agent) {
		return download.Bot, ""
	}
	lower := strings.ToLower(agent)
	for _, f := range families() {
		if strings.Contains(lower, f.part) {
			return f.client, f.family
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
