// Command a2a-console looks at, talks to, records and replays A2A agents.
package main

func main() {}
