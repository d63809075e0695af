package retention

import (
	"net/url"
	"regexp"
	"slices"
	"strings"
)

// place begins the path of the store's addresses, whatever the site's address is.
const place = "/data/"

// keyOf is the key of an address in the store, if it begins with the folder; empty for an address elsewhere.
func keyOf(address, folder string) string {
	_, path, found := strings.Cut(address, place)
	if !found || !strings.HasPrefix(path, folder+"/") {
		return ""
	}
	key, err := url.PathUnescape(path)
	if err != nil {
		return ""
	}
	return key
}

// inText finds the addresses of text pictures: images/<owner>/<upload>/<name>.
var inText = regexp.MustCompile(`/data/(images/[0-9A-Za-z]{8}/[0-9A-Za-z]+/[0-9a-f]{40}\.[a-z]{3,4})`)

// maxUses bounds the pictures of one text: an account has at most 300.
const maxUses = 300

// picturesOf are the keys of an account's pictures in a text. Other accounts' pictures do not count: whoever repeats an
// address publishes nothing with it.
func picturesOf(owner, text string) []string {
	if owner == "" || !strings.Contains(text, place+"images/"+owner+"/") {
		return nil
	}
	var keys []string
	for _, m := range inText.FindAllStringSubmatch(text, -1) {
		if strings.HasPrefix(m[1], "images/"+owner+"/") && !slices.Contains(keys, m[1]) && len(keys) < maxUses {
			keys = append(keys, m[1])
		}
	}
	return keys
}
