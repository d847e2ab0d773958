(block type: (_) @context . label: (_) @name . label: (_)? @context) @item
(block type: (_) @name . body: (_)) @item
(source_file (attribute name: (_) @name) @item)
