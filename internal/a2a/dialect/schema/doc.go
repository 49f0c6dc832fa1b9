// Package schema reads and writes the documents of a protocol version by a table of text.
// Compile makes a Dialect of one: its reader walks a jsonrepair.Tree along the types of the
// table and reports each finding where it stands; its writer goes back, and notes what the
// version cannot say. The package knows no version: what tells versions apart is in their tables.
//
// A table is blocks. A block begins at the margin with a word of heads:
//
//	version 1.1 of 1.0          the name; "of": all that another table has, less what follows
//	op SendMessage message/send MessageSendParams MessageSendResult
//	                            an operation: methods, the first is written; types of request and
//	                            response ("TYPE/MESSAGE" where the protobuf message has another name)
//	error TaskNotFound -32001   its code, and the reason that 1.0 gives
//	near InvalidTaskState UnsupportedOperation
//	                            what stands for an error or state that the version does not have
//	rule NAME : RULE : TEXT     a rule that verbs look for by name
//	facts Stream                fields of package version, a line each; "no": not any more
//	type NAME as GO SECTION : RULE : TEXT
//	                            a type, the type of package a2a that it goes to, the rule for what
//	                            is no object, and what is said where nothing stands
//
// The indented lines of a type are a verb with members, then the field that they go to, then a
// type with the rule that its own "@" stands for:
//
//	text contextId ContextID
//	one message Message Message(RES-22 agent) : RES-22 warning §6.2 : what is said
//
// A RULE is check, severity (error, if not said) and section (the type's, if not said); "@" is
// the check of the place where a type stands. Without one it is the rule of "form": a member of
// the wrong JSON type. The order of the lines is the order of the findings. A line "write" lists the
// members in the order in which they are written: "name!" also when it is not set, "name=word" a
// constant, "{verb}" what a verb writes. "lose FIELD : why" notes a field that is not written.
// "like TYPE" and "from VERSION" take the lines of another type: lines with the same verb and
// member replace them, "- verb member" takes one away.
//
// What is no shape is a verb of its own: a function here, with its reason. Each file lists its
// verbs at the top.
package schema
