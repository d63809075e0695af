package contract

// HostedStartup is how a server is started. Null members are the default.
type HostedStartup struct {
	Invocation *string  `json:"invocation"`
	Original   string   `json:"original_invocation" doc:"默认的启动命令；节点尚未报告时为空"`
	JDKVersion *string  `json:"jdk_version" enum:"lts8,lts11,lts17,lts21,lts25"`
	JDKBuild   *string  `json:"jdk_build" enum:"corretto,temurin,graal"`
	Java       []string `json:"available_java" doc:"节点上的 Java，例如 lts21/temurin"`
}
