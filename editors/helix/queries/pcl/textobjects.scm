; A block is a "class", an attribute or an item of an object an "entry".

(block body: (_) @class.inside) @class.around
(call arguments: (_) @function.inside) @function.around
(arguments (_) @parameter.inside)
(attribute value: (_) @entry.inside) @entry.around
(object_element value: (_) @entry.inside) @entry.around
(tuple (_) @entry.around)
(comment) @comment.inside
(comment)+ @comment.around
