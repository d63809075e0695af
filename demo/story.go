package demo

import (
	"hash/fnv"
	"time"
)

// story is a project's history before, during and after the review.
type story struct {
	status   string
	rejected string        // message of an earlier rejection; empty if there was none
	message  string        // of the last decision
	waiting  time.Duration // how long it has been in the queue
	creator  bool          // belongs to the trial account
}

// The minimum number of projects of every kind, so that the review screens have content.
const (
	leastWaiting     = 10
	leastResubmitted = 3 // of those in the queue
	leastRejected    = 3
	leastWithheld    = 2
	leastDrafts      = 2
	leastListed      = 2 // of the trial account
)

// stories determines the history of every project: as in the catalogue, and if that leaves the review queue too short,
// also the least downloaded projects on which no other depends.
func stories(c Catalogue) map[string]story {
	needed := map[string]bool{}
	for _, p := range c.Projects {
		for _, other := range p.Depends {
			needed[other] = true
		}
	}
	by := make(map[string]story, len(c.Projects))
	count := map[string]int{}
	for _, p := range c.Projects {
		s := story{status: p.Status}
		if s.status == "" {
			s.status = "approved"
		}
		count[s.status]++
		by[p.Slug] = s
	}
	next := len(c.Projects) - 1
	spare := func(ofPerson bool) (string, bool) {
		for ; next >= 0; next-- {
			p := c.Projects[next]
			if by[p.Slug].status == "approved" && !needed[p.Slug] && !by[p.Slug].creator && (!ofPerson || p.Owner != "") {
				next--
				return p.Slug, true
			}
		}
		return "", false
	}
	fill := func(status string, least int) {
		mine := false // one project of each kind belongs to the trial account
		for count[status] < least || !mine {
			slug, found := spare(!mine)
			if !found {
				return
			}
			by[slug] = story{status: status, creator: !mine}
			mine = true
			count[status]++
		}
	}
	fill("processing", leastWaiting)
	fill("rejected", leastRejected)
	fill("withheld", leastWithheld)
	fill("draft", leastDrafts)
	for range leastListed {
		if slug, found := spare(true); found {
			by[slug] = story{status: "approved", creator: true}
		}
	}
	addDetails(c, by)
	return by
}

// addDetails adds messages and waiting times.
func addDetails(c Catalogue, by map[string]story) {
	waits := []time.Duration{
		40 * time.Minute, 3 * time.Hour, 7 * time.Hour, 16 * time.Hour, 27 * time.Hour, 45 * time.Hour, 64 * time.Hour,
		4*24*time.Hour + 5*time.Hour, 6*24*time.Hour + 9*time.Hour, 9*24*time.Hour + 2*time.Hour, 13*24*time.Hour + 20*time.Hour,
	}
	place := map[string]int{}
	for _, p := range c.Projects {
		s := by[p.Slug]
		i := place[s.status]
		place[s.status]++
		switch s.status {
		case "processing":
			s.waiting = waits[i%len(waits)] + time.Duration(i/len(waits))*17*time.Hour
			if i%3 == 1 || i < leastResubmitted {
				s.rejected = rejections()[i%len(rejections())]
			}
		case "rejected":
			s.message = rejections()[(i+3)%len(rejections())]
		case "withheld":
			s.message = withholdings()[i%len(withholdings())]
		case "approved", "archived", "unlisted":
			if number(p.Slug)%11 == 0 {
				s.rejected = rejections()[i%len(rejections())]
			}
		}
		by[p.Slug] = s
	}
}

func number(text string) uint32 {
	h := fnv.New32a()
	_, _ = h.Write([]byte(text)) // never fails
	return h.Sum32()
}

func rejections() []string {
	return []string{
		"简介和标题几乎一样，请用一句话说明它做什么。描述里也请补上安装方法。",
		"描述里的截图链接都打不开，请上传到画廊后再提交。",
		"请说明需要哪些前置，以及支持的游戏版本；现在的描述里没有提到。",
		"许可证写的是 MIT，但描述里又写“禁止转载”，两者冲突，请改成一致的说法。",
		"运行环境选了“客户端必需、服务端不支持”，可是功能需要服务端，请确认后再提交。",
		"更新日志是空的。哪怕只有一句话，也请写明这个版本改了什么。",
	}
}

func withholdings() []string {
	return []string{
		"有作者反映其中的部分材质来自他的作品。请在这里说明授权情况，确认后即可恢复。",
		"文件会在启动时联网下载内容，请先说明下载的是什么、从哪里下载。期间仅能通过链接访问。",
	}
}
