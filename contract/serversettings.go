package contract

import "time"

// HostedStartup is how a server is started. Null members are the default.
type HostedStartup struct {
	Invocation *string  `json:"invocation"`
	Original   string   `json:"original_invocation" doc:"默认的启动命令；节点尚未报告时为空"`
	JDKVersion *string  `json:"jdk_version" enum:"lts8,lts11,lts17,lts21,lts25"`
	JDKBuild   *string  `json:"jdk_build" enum:"corretto,temurin,graal"`
	Java       []string `json:"available_java" doc:"节点上的 Java，例如 lts21/temurin"`
}

// HostedProperty is a decided setting of server.properties. Value is null for a secret one where the caller may not read files.
type HostedProperty struct {
	Value   *string   `json:"value"`
	Secret  bool      `json:"secret" doc:"密码一类的属性"`
	At      time.Time `json:"at"`
	By      *Author   `json:"by" doc:"由管理员更改时为 null"`
	Pending bool      `json:"pending" doc:"节点尚未应用"`
}

// HostedProperties are the decided settings of a server by their keys. Generation is what a change names as expected.
type HostedProperties struct {
	Decided    map[string]HostedProperty `json:"decided"`
	Generation uint64                    `json:"generation"`
}

// HostedConfig is a configuration file: its settings as texts, whole numbers, true and false.
type HostedConfig map[string]any

// HostedAllocation is a further port of a server.
type HostedAllocation struct {
	Port int    `json:"port"`
	Name string `json:"name"`
}

// HostedAllocations are the ports of a server beyond the first, in their order.
type HostedAllocations []HostedAllocation

// HostedAvailability says whether a subdomain can be had.
type HostedAvailability struct {
	Available bool `json:"available"`
}
