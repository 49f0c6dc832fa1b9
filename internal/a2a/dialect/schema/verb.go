package schema

import (
	"github.com/a2a-console/a2a-console/internal/a2a/jsonio"
)

// verb is what a line does. Its line has members by name; where it has a field, the one that
// they go to; and may have a type.
type verb struct {
	field bool // a field of the type's value comes after the names
	null  bool // of an arm: null is a value
	read  func(s *Schema, o jsonio.Object, r *row, at *place, v any)
	write func(s *Schema, w *jsonio.Writer, c *column, v any, l jsonio.Losses)
	root  func(s *Schema, n jsonio.Node, r *row, v any) bool // of the document's root, true when it has read it
}

// verbs are all there are. First those of shapes, then what is none.
var verbs = map[string]*verb{}

func init() { // they find others
	for name, v := range map[string]verb{
		// Presence and foreign members.
		"need":        {read: readNeed},
		"foreign":     {read: readForeign},
		"nulls":       {read: readNulls},
		"snake":       {read: readSnake},
		"kind":        {read: readKind},
		"absent":      {field: true, read: readAbsent},
		"filled":      {field: true, read: readFilled},
		"notNegative": {read: readNotNegative},
		"between":     {read: readBetween},

		// Values.
		"text":          {field: true, read: readText, write: writeText},
		"texts":         {field: true, read: readTexts, write: writeTexts},
		"flag":          {field: true, read: readFlag, write: writeFlag},
		"number":        {field: true, read: readNumber, write: writeNumber},
		"length":        {field: true, read: readLength, write: writeLength},
		"object":        {field: true, read: readObject, write: writeObject},
		"state":         {field: true, read: readState, write: writeState},
		"role":          {field: true, read: readRole, write: writeRole},
		"time":          {field: true, read: readTime, write: writeTime},
		"after":         {field: true, read: readTime, write: writeSince},
		"tail":          {field: true, read: readNothing, write: writeWithin},
		"since":         {field: true, read: readSince, write: writeSince},
		"one":           {field: true, read: readOne, write: writeOne},
		"first":         {field: true, read: readFirst, write: writeOne},
		"within":        {field: true, read: readWithin, write: writeWithin},
		"list":          {field: true, read: readList, write: writeList},
		"parts":         {field: true, read: readParts, write: writeParts},
		"also":          {field: true, read: readAlso},
		"insteadOf":     {field: true, read: readInsteadOf},
		"insteadNested": {field: true, read: readInsteadNested},
		"quietly":       {field: true, read: readQuietly},
		"idOrTaskId":    {field: true, read: readIDOrTaskID, write: writeIDOrTaskID},
		"instead":       {field: true, read: readInstead},

		// Results and events.
		"payload":      {read: readPayload},
		"byKind":       {read: readByKind},
		"byMembers":    {read: readByMembers},
		"taskOrOther":  {read: readTaskOrOther},
		"notification": {read: readNotification},
		"only":         {read: readOnly},
		"arms":         {write: writeArms},
		"taskAnswer":   {write: writeTaskAnswer},
		"updates":      {write: writeUpdates},
		"whole":        {write: writeWhole},
		"array":        {field: true, root: rootArray},
		"listed":       {field: true, root: rootList},
		"wrapped":      {root: rootWrapped},

		// Messages and tasks.
		"messageID":    {field: true, read: readText, write: writeMessageID},
		"sender":       {read: readSender},
		"partsInstead": {field: true, read: readPartsInstead},
		"unspecified":  {field: true, read: readUnspecified},
		"final":        {field: true, read: readFlag, write: writeFinal},
		"artifactID":   {read: readArtifactID},
		"index":        {read: readIndex, write: writeIndex},
		"inArtifact":   {read: readInArtifact},
		"named":        {read: readNamed},
		"innerFlags":   {read: readInnerFlags},
		"loneArtifact": {field: true, read: readLoneArtifact, write: writeLoneArtifact},

		// Parts.
		"oneContent":   {read: readOneContent, write: writeContent},
		"byWord":       {read: readContentByKind, write: writeContent},
		"words":        {read: readContentText, write: writeContentText},
		"bytes":        {read: readContentBytes, write: writeContentBytes},
		"url":          {read: readContentURL, write: writeContentBytes},
		"any":          {null: true, read: readContentAny, write: writeContentAny},
		"data":         {read: readContentObject, write: writeContentObject},
		"wrappedData":  {read: readContentWrapped, write: writeContentWrapped},
		"file":         {read: readContentFile, write: writeContentFile},
		"newFile":      {read: readContentNew},
		"fileBytes":    {read: readFileBytes, write: writeFileBytes},
		"fileURL":      {read: readFileURL},
		"fileOneOf":    {read: readFileOneOf},
		"partMetadata": {write: writePartMetadata},

		// Requests.
		"configuration": {field: true, read: readOne, write: writeConfiguration},
		"newTask":       {write: writeNewTask},
		"clientTask":    {field: true, read: readText, write: writeClientTask},
		"waits":         {read: readWaits, write: writeWaits},
		"blocks":        {read: readBlocks, write: writeBlocks},
		"outerID":       {read: readOuterID},
		"session":       {read: readSession, write: writeSession},
		"page":          {field: true, read: readPage, write: writeWithin},
		"milliseconds":  {field: true, read: readMilliseconds},
		"name":          {read: readName, write: writeName},

		// Push configs.
		"push":       {read: readPush, write: writePush},
		"flat":       {read: readFlat, write: writeFlat},
		"nestedOnly": {read: readNestedOnly, write: writeNested},
		"nested":     {read: readNested, write: writeNested},
		"configName": {read: readConfigName, write: writeConfigName},
		"create":     {read: readCreate, write: writeCreate},
		"address":    {read: readAddress},
		"schemes":    {read: readSchemes, write: writeSchemes},
		"signIn":     {field: true, read: readOne, write: writeSignIn},

		// Cards.
		"modes":            {read: readModes},
		"modesOrText":      {read: readModesOrText},
		"unique":           {read: readUnique},
		"notEmpty":         {read: readNotEmpty},
		"signatures":       {read: readSignatures, write: writeSignatures},
		"extended":         {read: readExtended, write: writeExtended},
		"foreignAlone":     {read: readForeignAlone},
		"binding":          {read: readBinding, write: writeBinding},
		"interfaceAddress": {read: readInterfaceAddress},
		"interfaceVersion": {read: readInterfaceVersion, write: writeInterfaceVersion},
		"loneInterface":    {read: readLoneInterface, write: writeLoneInterface},
		"interfaces":       {read: readInterfaces, write: writeInterfaces},
		"version":          {read: readNothing, write: writeVersion},
		"securitySchemes":  {read: readSecuritySchemes, write: writeSecuritySchemes},
		"requirements":     {read: readRequirements, write: writeRequirements},
		"schemeNames":      {read: readSchemeNames, write: writeSchemeNames},
	} {
		verbs[name] = &v
	}
}

// readNothing is of lines that only write.
func readNothing(*Schema, jsonio.Object, *row, *place, any) {}
