package main

import (
	"net"

	"github.com/a2aproject/a2a-go/v2/a2a"
	"github.com/a2aproject/a2a-go/v2/a2aclient"
	"github.com/a2aproject/a2a-go/v2/a2acompat/a2av0"
	v0 "github.com/a2aproject/a2a-go/v2/a2agrpc/v0"
	v1 "github.com/a2aproject/a2a-go/v2/a2agrpc/v1"
	"github.com/a2aproject/a2a-go/v2/a2asrv"
	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
)

// version is the protocol version of a way to talk.
func version(way string) a2a.ProtocolVersion {
	if way == "grpc03" || way == "rest03" {
		return "0.3"
	}
	return a2a.Version
}

// only is a card with the interfaces of one way; for JSON-RPC, the whole card.
func only(card *a2a.AgentCard, way string) *a2a.AgentCard {
	if way == "jsonrpc" {
		return card
	}
	transport := a2a.TransportProtocolGRPC
	if way == "rest" || way == "rest03" {
		transport = a2a.TransportProtocolHTTPJSON
	}
	out := *card
	out.SupportedInterfaces = nil
	for _, i := range card.SupportedInterfaces {
		if i.ProtocolBinding == transport && i.ProtocolVersion == version(way) {
			out.SupportedInterfaces = append(out.SupportedInterfaces, i)
		}
	}
	return &out
}

func transports(way string) []a2aclient.FactoryOption {
	plain := grpc.WithTransportCredentials(insecure.NewCredentials())
	switch way {
	case "grpc":
		return []a2aclient.FactoryOption{v1.WithGRPCTransport(plain)}
	case "grpc03":
		return []a2aclient.FactoryOption{v0.WithGRPCTransport(plain)}
	case "rest":
		return []a2aclient.FactoryOption{a2aclient.WithRESTTransport(nil)}
	case "rest03":
		return []a2aclient.FactoryOption{a2av0.WithRESTTransport(a2av0.RESTTransportConfig{})}
	}
	return nil
}

// overGRPC serves over gRPC at another port, which becomes the card's only interface.
func overGRPC(card *a2a.AgentCard, handler a2asrv.RequestHandler, way string) (stop func(), err error) {
	if way != "grpc" && way != "grpc03" {
		return func() {}, nil
	}
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	s := grpc.NewServer()
	if way == "grpc03" {
		v0.NewHandler(handler).RegisterWith(s)
	} else {
		v1.NewHandler(handler).RegisterWith(s)
	}
	i := a2a.NewAgentInterface(ln.Addr().String(), a2a.TransportProtocolGRPC)
	i.ProtocolVersion = version(way)
	card.SupportedInterfaces = []*a2a.AgentInterface{i}
	go s.Serve(ln)
	return s.Stop, nil
}
