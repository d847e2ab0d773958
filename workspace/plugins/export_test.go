package plugins

import "context"

// Ask asks a plugin for its schema and keeps the text in memory.
func Ask(ctx context.Context, r Request) (Schema, error) {
	var text memory
	schema, err := ask(ctx, r, &text)
	if err != nil {
		return Schema{}, err
	}
	if err := fits(schema, r); err != nil {
		return Schema{}, err
	}
	schema.Text = text.Bytes()
	return schema, nil
}
