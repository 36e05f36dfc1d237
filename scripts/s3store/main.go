// Command s3store serves a folder by the protocol of S3, for tests: the POSIX backend of Versity's S3
// gateway alone, since its others, with the clouds behind them, would take most of the time of a build.
//
//	s3store ADDRESS FOLDER METADATA-FOLDER ACCESS-KEY SECRET-KEY
package main

import (
	"fmt"
	"os"

	"github.com/versity/versitygw/auth"
	"github.com/versity/versitygw/backend/meta"
	"github.com/versity/versitygw/backend/posix"
	"github.com/versity/versitygw/s3api"
	"github.com/versity/versitygw/s3api/middlewares"
)

func serve(address, folder, metadata, access, secret string) error {
	attributes, err := meta.NewSideCar(metadata)
	if err != nil {
		return err
	}
	store, err := posix.New(folder, attributes, posix.PosixOpts{SideCarDir: metadata, Concurrency: 100})
	if err != nil {
		return err
	}
	root := auth.Account{Access: access, Secret: secret, Role: auth.RoleAdmin}
	server, err := s3api.New(store, middlewares.RootUserConfig{Access: access, Secret: secret}, "us-east-1",
		auth.NewIAMServiceSingle(root), nil, nil, nil, nil,
		s3api.WithQuiet(), s3api.WithKeepAlive(), s3api.WithConcurrencyLimiter(1000, 1000), s3api.WithMpMaxParts(10000))
	if err != nil {
		return err
	}
	return server.ServeMultiPort([]string{address})
}

func main() {
	if len(os.Args) != 6 {
		fmt.Fprintln(os.Stderr, "usage: s3store ADDRESS FOLDER METADATA-FOLDER ACCESS-KEY SECRET-KEY")
		os.Exit(2)
	}
	if err := serve(os.Args[1], os.Args[2], os.Args[3], os.Args[4], os.Args[5]); err != nil {
		fmt.Fprintln(os.Stderr, "s3store:", err)
		os.Exit(1)
	}
}
