package kurrenttest_test

import (
	"fmt"
	"net"

	"github.com/kurrent-io/KurrentDB-Client-Go/kurrentdb"

	"github.com/modyard/modyard/eventlog/kurrent/kurrenttest"
	"github.com/modyard/modyard/eventlog/memory"
)

// A node outside a test: a program to which other processes connect.
func ExampleNew() {
	server, err := kurrenttest.New(memory.NewLenient(), kurrenttest.Options{Version: kurrenttest.V25_1})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer server.Close()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		fmt.Println(err)
		return
	}
	go func() {
		if err := server.Serve(listener); err != nil {
			fmt.Println(err)
		}
	}()
	config, err := kurrentdb.ParseConnectionString("kurrentdb://" + listener.Addr().String() + "?tls=false")
	if err != nil {
		fmt.Println(err)
		return
	}
	config.Logger = kurrentdb.NoopLogging()
	client, err := kurrentdb.NewClient(config)
	if err != nil {
		fmt.Println(err)
		return
	}
	defer client.Close()
	version, err := client.GetServerVersion()
	fmt.Println(version.Major, version.Minor, err)
	// Output: 25 1 <nil>
}
