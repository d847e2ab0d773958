exports.handler = async (event) => ({ written: event.kind });
