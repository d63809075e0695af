package contract

import "time"

// DownloadHit is one download as it was recorded, before it is judged. An empty text is unknown.
//
// Readers who see only the downloads of their own projects get At cut to the hour, Country only where it has enough
// downloads of the project on that day, and neither Referrer nor Visitor nor Key.
type DownloadHit struct {
	Cursor   string    `json:"cursor" doc:"从此行之后继续读取时的 after：事件位置和序号"`
	At       time.Time `json:"at" doc:"UTC 时间"`
	Project  string    `json:"project"`
	Version  string    `json:"version"`
	Via      string    `json:"via" enum:"file,call" doc:"file：取得文件；call：程序上报"`
	SignedIn bool      `json:"signed_in"`
	Client   string    `json:"client" enum:"unknown,site,launcher,program,bot"`
	Family   string    `json:"family" doc:"启动器或程序的名称"`
	Reason   string    `json:"reason" enum:"standalone,dependency,modpack,update"`
	Loader   string    `json:"loader"`
	Game     string    `json:"game_version"`
	Country  string    `json:"country" doc:"两个字母的国家或地区代码"`
	Referrer string    `json:"referrer,omitempty" doc:"来源页面的主机名"`
	Visitor  string    `json:"visitor,omitempty" doc:"当天的访客标识，十六进制；次日起无法再对应到任何人"`
	Key      uint32    `json:"key,omitempty" doc:"同一次下载的 file 与 call 相同；0 表示没有"`
}
