"""Views to JSON to HTML and terminal text; nothing in a report is not a row of a `report_*` view."""
