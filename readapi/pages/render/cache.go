package render

import (
	"bytes"
	"container/list"
	"sync"

	"github.com/klauspost/compress/s2"
)

// entryOverhead is what an entry takes beside its texts.
const entryOverhead = 256

// cache keeps the drawings that were used last, compressed, up to a number of bytes.
type cache struct {
	mu    sync.Mutex
	most  int
	size  int
	order *list.List // of entry, the last used in front
	of    map[key]*list.Element
}

type entry struct {
	key        key
	html       []byte // compressed to about a sixth
	unanswered []string
	size       int
}

func newCache(most int) *cache {
	return &cache{most: most, order: list.New(), of: map[key]*list.Element{}}
}

func (c *cache) get(k key) (Drawing, bool) {
	e, ok := c.find(k)
	if !ok {
		return Drawing{}, false
	}
	html, err := s2.Decode(nil, e.html)
	return Drawing{HTML: string(html), Unanswered: e.unanswered}, err == nil
}

func (c *cache) find(k key) (entry, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	at, ok := c.of[k]
	if !ok {
		return entry{}, false
	}
	c.order.MoveToFront(at)
	return at.Value.(entry), true
}

func (c *cache) put(k key, d Drawing) {
	e := entry{key: k, html: s2.EncodeBetter(nil, []byte(d.HTML)), unanswered: d.Unanswered}
	e.html = bytes.Clone(e.html) // the encoder's buffer has the size of the text
	e.size = len(e.html) + entryOverhead
	for _, path := range d.Unanswered {
		e.size += len(path)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if _, ok := c.of[k]; ok || e.size > c.most {
		return
	}
	c.of[k] = c.order.PushFront(e)
	c.size += e.size
	for c.size > c.most {
		oldest := c.order.Back()
		gone := c.order.Remove(oldest).(entry)
		delete(c.of, gone.key)
		c.size -= gone.size
	}
}
