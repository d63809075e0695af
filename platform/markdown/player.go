package markdown

import (
	"net/url"
	"regexp"
	"strings"

	"golang.org/x/net/html"
)

// The only player that may be embedded, and its allowed parameters.
const (
	playerHost    = "player.bilibili.com"
	playerSandbox = "allow-scripts allow-same-origin allow-popups allow-presentation"
	playerTitle   = "哔哩哔哩视频"
)

var (
	playerAddress = regexp.MustCompile(`^https://player\.bilibili\.com/player\.html\?bvid=[A-Za-z0-9]{1,12}(?:&page=[0-9]{1,4})?&autoplay=0$`)
	videoID       = regexp.MustCompile(`^[A-Za-z0-9]{1,12}$`)
	videoPart     = regexp.MustCompile(`^[0-9]{1,4}$`)
)

// player rebuilds the address of an embedded video from the allowed parts; false for any other frame.
func player(address string) (string, bool) {
	if strings.HasPrefix(address, "//") {
		address = "https:" + address
	}
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "https" && u.Scheme != "http" || u.Host != playerHost || u.User != nil ||
		u.Path != "/player.html" && u.Path != "/" && u.Path != "" {
		return "", false
	}
	q := u.Query()
	id := q.Get("bvid")
	if !videoID.MatchString(id) {
		return "", false
	}
	clean := "https://" + playerHost + "/player.html?bvid=" + id
	page := q.Get("page")
	if page == "" {
		page = q.Get("p")
	}
	if videoPart.MatchString(page) {
		clean += "&page=" + page
	}
	return clean + "&autoplay=0", true
}

func rewriteFrame(n *html.Node) bool {
	src, ok := player(attr(n, "src"))
	if !ok {
		return false
	}
	n.Attr = []html.Attribute{
		{Key: "src", Val: src}, {Key: "sandbox", Val: playerSandbox}, {Key: "allowfullscreen"},
		{Key: "loading", Val: "lazy"}, {Key: "referrerpolicy", Val: "no-referrer"}, {Key: "title", Val: playerTitle},
	}
	for n.FirstChild != nil {
		n.RemoveChild(n.FirstChild)
	}
	return true
}
