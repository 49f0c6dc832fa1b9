package model

const (
	// maxBody is how much of a body is read, in bytes: long prompts with a few images fit.
	maxBody = 16 << 20
	// maxMessages is how many messages of a prompt are kept: the first, which has the instructions, and the
	// newest. Agents send the whole conversation with each call.
	maxMessages = 200
	// maxText bounds the text of one message, the arguments of a tool call and its result, in bytes.
	maxText = 64 << 10
	// maxAnswer bounds the text of an answer, in bytes: more than any model writes in one.
	maxAnswer = 1 << 20
	// maxKept bounds all texts of a prompt and of the tool calls of an answer together, in bytes: many calls
	// are read for one page.
	maxKept = 2 << 20
	// maxTools bounds the tool calls of a message or an answer; models make a few at a time.
	maxTools = 256
	// maxFrames bounds the events of a stream: a few times the tokens that models can write in one answer.
	maxFrames = 1 << 18
	// maxName bounds names, ids and kinds, in bytes.
	maxName = 200
	// maxError bounds the message of an error, in bytes.
	maxError = 4 << 10
	// maxNotes bounds the notes of a call.
	maxNotes = 20
	// maxIDs bounds the ids of a call.
	maxIDs = 8
	// maxCount bounds a number of tokens, so that sums do not overflow.
	maxCount = 1 << 40
)
